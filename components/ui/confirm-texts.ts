type Translate = (key: string, values?: Record<string, string | number>) => string;

/** Reads the messages `NAME`, `NAME_title` and `NAME_text` as the texts of a `ConfirmButton`. */
export const confirmTexts = (t: Translate, name: string, values?: Record<string, string | number>) => ({
  label: t(name, values),
  title: t(`${name}_title`, values),
  text: t(`${name}_text`, values),
});

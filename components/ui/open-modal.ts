const FIELDS = "input:not([type=hidden]), select, textarea";

/** Opens a dialog and focuses its first field, if it has one: the browser would take a heading that scripts can focus. */
export function openModal(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
  dialog?.querySelector<HTMLElement>(FIELDS)?.focus();
}

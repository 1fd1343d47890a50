const FIELDS = "input:not([type=hidden]), select, textarea";

/** The browser would focus a heading that scripts can focus. */
export function openModal(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
  dialog?.querySelector<HTMLElement>(FIELDS)?.focus();
}

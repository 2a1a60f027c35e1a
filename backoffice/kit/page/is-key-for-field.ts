/** Whether the key press belongs to a text field or to an open dialog, and not to the page's shortcuts. */
export function isKeyForField({ target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true
  return (
    target instanceof HTMLElement &&
    (target.matches('input:not([type=checkbox], [type=radio]), textarea, select') ||
      target.isContentEditable)
  )
}

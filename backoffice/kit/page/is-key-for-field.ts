/** Whether a key is meant for what is being typed into, or for a window over the page. */
export function isForTheField({ target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true
  return (
    target instanceof HTMLElement &&
    (target.matches('input:not([type=checkbox], [type=radio]), textarea, select') ||
      target.isContentEditable)
  )
}

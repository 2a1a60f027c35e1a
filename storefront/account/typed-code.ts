let boxes: HTMLInputElement[] = []
let focused: EventTarget | null = null

/** Call it before client rendering replaces the server's login page, in which the user can already type. */
export function rememberTypedCode(page: HTMLElement): void {
  boxes = [...page.querySelectorAll<HTMLInputElement>('[data-login] fieldset input')]
  focused = document.activeElement
  for (const box of boxes) {
    box.addEventListener('focus', () => (focused = box))
    box.addEventListener('blur', () => queueMicrotask(() => clearFocusIfLeft(box)))
  }
}

/** A box that was replaced, or whose window lost the focus, was not left by the user. */
function clearFocusIfLeft(box: HTMLInputElement) {
  if (box === focused && box.isConnected && box !== document.activeElement) focused = null
}

/** The last content of the replaced boxes, and the index of the focused one; -1 for none. */
export function takeTypedCode(): { typed: string; box: number } {
  const typed = boxes.map(({ value }) => value).join('')
  const box = boxes.findIndex((candidate) => candidate === focused)
  boxes = []
  focused = null
  return { typed, box }
}

let boxes: HTMLInputElement[] = []
let focused: EventTarget | null = null

/** Must be called before a client rendering replaces the server's login page, in which the user can already type. */
export function keepTypedCode(page: HTMLElement): void {
  boxes = [...page.querySelectorAll<HTMLInputElement>('[data-login] fieldset input')]
  focused = document.activeElement
  for (const box of boxes) {
    box.addEventListener('focus', () => (focused = box))
    box.addEventListener('blur', () => queueMicrotask(() => left(box)))
  }
}

/** The box was replaced, or its window lost the focus: the user has not left it. */
function left(box: HTMLInputElement) {
  if (box === focused && box.isConnected && box !== document.activeElement) focused = null
}

/** The last content of the replaced boxes, and the index of the focused one; -1 for none. */
export function takeTypedCode(): { typed: string; box: number } {
  const typed = boxes.map(({ value }) => value).join('')
  const box = boxes.findIndex((one) => one === focused)
  boxes = []
  focused = null
  return { typed, box }
}

let boxes: HTMLInputElement[] = []
let focused: EventTarget | null = null

/** Call it before another rendering replaces the login page of the server, which can be typed into already. */
export function keepTypedCode(page: HTMLElement): void {
  boxes = [...page.querySelectorAll<HTMLInputElement>('[data-login] fieldset input')]
  focused = document.activeElement
  for (const box of boxes) {
    box.addEventListener('focus', () => (focused = box))
    box.addEventListener('blur', () => queueMicrotask(() => left(box)))
  }
}

/** A box that was replaced, or whose window lost the focus, was not left by the user. */
function left(box: HTMLInputElement) {
  if (box === focused && box.isConnected && box !== document.activeElement) focused = null
}

/** What the replaced boxes held at the end, and which of them had the focus: -1 for none. */
export function takeTypedCode(): { typed: string; box: number } {
  const typed = boxes.map(({ value }) => value).join('')
  const box = boxes.findIndex((one) => one === focused)
  boxes = []
  focused = null
  return { typed, box }
}

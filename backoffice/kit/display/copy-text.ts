/**
 * Copies the text of a field, also without https. Returns whether the browser allowed it. The field must be in the
 * document.
 */
export function copyFieldText(field: HTMLInputElement): boolean {
  field.select()
  // The newer API needs https.
  // oxlint-disable-next-line typescript/no-deprecated
  return document.execCommand('copy')
}

/** Copies all text of an element, one line per block. */
export function copyElementText(element: HTMLElement): boolean {
  const selection = getSelection()
  selection?.selectAllChildren(element)
  // oxlint-disable-next-line typescript/no-deprecated
  const copied = document.execCommand('copy')
  selection?.removeAllRanges()
  return copied
}

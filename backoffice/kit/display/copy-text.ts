/** Into the clipboard, also where there is no https: whether the browser let us. The field is in the document. */
export function copyFieldText(field: HTMLInputElement): boolean {
  field.select()
  // The newer way is there with https alone.
  // oxlint-disable-next-line typescript/no-deprecated
  return document.execCommand('copy')
}

/** All text of an element, a line for each of its blocks. */
export function copyElementText(element: HTMLElement): boolean {
  const selection = getSelection()
  selection?.selectAllChildren(element)
  // oxlint-disable-next-line typescript/no-deprecated
  const copied = document.execCommand('copy')
  selection?.removeAllRanges()
  return copied
}

/** Into the clipboard, also where there is no https: whether the browser let us. The field is in the document. */
export function copyFrom(field: HTMLInputElement): boolean {
  field.select()
  // The newer way is there with https alone.
  // oxlint-disable-next-line typescript/no-deprecated
  return document.execCommand('copy')
}

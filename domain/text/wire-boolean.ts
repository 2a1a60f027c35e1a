/** Section 3 of the specification sends some booleans as text. */
export type YesNo = 'true' | 'false'

export function yesNo(value: boolean): YesNo {
  return value ? 'true' : 'false'
}

/** Only the string 'true' is true: 'TRUE', '1' and a missing value are not. */
export function isYes(text: string | null | undefined): boolean {
  return text === 'true'
}

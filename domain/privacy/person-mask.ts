/** A masked name: the first letter, which shows that a name exists. */
export const maskedName = (name: string): string => (name === '' ? '' : `${first(name)}•••••`)

/** Of a mail address the first letter and the last part, so that a holder can be asked whether it is theirs. */
export function maskedMail(mail: string): string {
  const at = mail.lastIndexOf('@')
  if (at < 1) return maskedName(mail)
  const ending = mail.slice(mail.lastIndexOf('.'))
  return `${first(mail)}•••••@••••${ending.length > 1 && ending.length < 8 ? ending : ''}`
}

export const maskedPhone = (phone: string): string =>
  phone.length < 4 ? maskedName(phone) : `•••••${phone.slice(-2)}`

const first = (text: string) => Array.from(text)[0] ?? ''

/** A masked name: the first letter, which shows that a name exists. */
export const maskedName = (name: string): string => (name === '' ? '' : `${first(name)}•••••`)

/** The first letter and the domain ending of an email address, so that staff can ask whether it is the person's. */
export function maskedMail(mail: string): string {
  const at = mail.lastIndexOf('@')
  if (at < 1) return maskedName(mail)
  const ending = mail.slice(mail.lastIndexOf('.'))
  return `${first(mail)}•••••@••••${ending.length > 1 && ending.length < 8 ? ending : ''}`
}

export const maskedPhone = (phone: string): string =>
  phone.length < 4 ? maskedName(phone) : `•••••${phone.slice(-2)}`

const first = (text: string) => Array.from(text)[0] ?? ''

/** As it is written in one line. */
export const wholeName = (person: { firstName: string; prefix: string; surname: string }) =>
  [person.firstName, person.prefix, person.surname].filter((part) => part !== '').join(' ')

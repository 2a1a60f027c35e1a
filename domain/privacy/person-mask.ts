/** The first letter of a name, so that staff see that there is one. */
export const maskedName = (name: string): string => (name === '' ? '' : `${first(name)}•••••`)

/** The first letter and the domain ending of an email address: enough for staff to check it with the person. */
export function maskedMail(mail: string): string {
  const at = mail.lastIndexOf('@')
  if (at < 1) return maskedName(mail)
  const domainEnding = mail.slice(mail.lastIndexOf('.'))
  return `${first(mail)}•••••@••••${domainEnding.length > 1 && domainEnding.length < 8 ? domainEnding : ''}`
}

export const maskedPhone = (phone: string): string =>
  phone.length < 4 ? maskedName(phone) : `•••••${phone.slice(-2)}`

const first = (text: string) => Array.from(text)[0] ?? ''

export const fullName = (person: { firstName: string; prefix: string; surname: string }) =>
  [person.firstName, person.prefix, person.surname].filter((part) => part !== '').join(' ')

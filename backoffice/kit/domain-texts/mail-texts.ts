import type { Translate } from '#backoffice/i18n/translator.tsx'
import { MAIL_TEMPLATES, OTHER_MAIL_TEXTS } from '#domain/mail/mails.ts'

const MAILS_WITH_TEXTS = [...MAIL_TEMPLATES, ...OTHER_MAIL_TEXTS]

/** The name of a mail. A newer server may return a mail that the page does not know. */
export function mailName(t: Translate, mail: string): string {
  const known = MAILS_WITH_TEXTS.find((name) => name === mail)
  return known ? t(`mail.${known}`) : mail
}

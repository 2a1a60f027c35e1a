import type { mendEnglish } from '#backoffice/i18n/en/batch-changes.ts'

/** What is said of a changed batch and of a gift mail that goes again, in German. */
export const mendGerman: Record<keyof typeof mendEnglish, string> = {
  'batchChange.title': 'Zuletzt geändert',
  'batchChange.undo': 'Zurücknehmen',
  'batchChange.undone': 'Es ist wieder, wie es war.',
  'batchChange.undoneBut': 'Es ist wieder, wie es war, außer was seitdem geändert wurde: {names}.',
  'action.batch.change-undone': 'Änderung einer Serie zurückgenommen',
  'case.resendShort': 'Erneut mailen',
  'case.resent': 'Die Mail ist unterwegs, mit einem neuen Code.',
  'case.resend': 'Die Geschenkmail erneut senden',
  'case.resendEffect':
    'Ein neuer Code geht an {mail}. Der bisherige gilt, bis die Mail abgeht, danach nicht mehr.',
  'case.resendNote': 'Eine Mail, die fort ist, holt niemand zurück.',
  'approval.kind.release.publish':
    '{subject} veröffentlichen trotz eines Aussehens, das niemand lesen kann',
  'release.isAsked': '{name} wartet auf eine zweite Person.',
}

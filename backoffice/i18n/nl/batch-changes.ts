import type { mendEnglish } from '#backoffice/i18n/en/batch-changes.ts'

/** What is said of a changed batch and of a gift mail that goes again, in Dutch. */
export const mendDutch: Record<keyof typeof mendEnglish, string> = {
  'batchChange.title': 'Het laatst gewijzigd',
  'batchChange.undo': 'Terugdraaien',
  'batchChange.undone': 'Het is weer zoals het was.',
  'batchChange.undoneBut':
    'Het is weer zoals het was, behalve wat sindsdien gewijzigd is: {names}.',
  'action.batch.change-undone': 'Wijziging van een serie teruggedraaid',
  'case.resendShort': 'Opnieuw mailen',
  'case.resent': 'De mail is onderweg, met een nieuwe code.',
  'case.resend': 'De cadeaumail opnieuw sturen',
  'case.resendEffect':
    'Er gaat een nieuwe code naar {mail}. De code tot nu toe geldt tot de mail vertrekt, daarna niet meer.',
  'case.resendNote': 'Een mail die weg is, haalt niemand terug.',
  'approval.kind.release.publish':
    '{subject} publiceren ondanks een uiterlijk dat houders niet kunnen lezen',
  'release.isAsked': '{name} wacht op een tweede persoon.',
}

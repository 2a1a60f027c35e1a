/** What is said of a changed batch and of a gift mail that goes again, in English. */
export const mendEnglish = {
  'batchChange.title': 'Changed last',
  'batchChange.undo': 'Put it back',
  'batchChange.undone': 'It is as it was before.',
  'batchChange.undoneBut': 'It is as it was before, but for what was changed since: {names}.',
  'action.batch.change-undone': 'Change of a batch put back',
  'case.resendShort': 'Send again',
  'case.resent': 'The mail is on its way with a new code.',
  'case.resend': 'Send the gift mail again',
  'case.resendEffect':
    'A new code goes to {mail}. The code until now counts until the mail leaves, then it is void.',
  'case.resendNote': 'Nobody can take back a mail that has left.',
  'approval.kind.release.publish': 'Publish {subject} in spite of a look that holders cannot read',
  'release.isAsked': '{name} waits for a second person.',
}

import type { DeskPath } from '#contract/shared/path.staff.ts'

/** What holders ask, and what they are answered. */
export const inboxPaths = {
  inbox: { method: 'GET', path: '/desk/api/inbox', needs: 'inbox.read', channel: 'own' },
  inboxFolders: {
    method: 'GET',
    path: '/desk/api/inbox-folders',
    needs: 'inbox.read',
    channel: 'own',
  },
  takeOldest: {
    method: 'POST',
    path: '/desk/api/inbox/take-oldest',
    needs: 'inbox.answer',
    channel: 'own',
  },
  requestThread: {
    method: 'GET',
    path: '/desk/api/inbox/:id',
    needs: 'inbox.read',
    channel: 'own',
  },
  requestAttachment: {
    method: 'GET',
    path: '/desk/api/inbox/:id/attachments/:attachment',
    needs: 'inbox.read',
    channel: 'own',
  },
  takeRequest: {
    method: 'POST',
    path: '/desk/api/inbox/:id/take',
    needs: 'inbox.answer',
    channel: 'own',
  },
  answerRequest: {
    method: 'POST',
    path: '/desk/api/inbox/:id/answers',
    needs: 'inbox.answer',
    channel: 'own',
  },
  noteRequest: {
    method: 'POST',
    path: '/desk/api/inbox/:id/notes',
    needs: 'inbox.read',
    channel: 'own',
  },
  snoozeRequest: {
    method: 'POST',
    path: '/desk/api/inbox/:id/snooze',
    needs: 'inbox.answer',
    channel: 'own',
  },
  closeRequest: {
    method: 'POST',
    path: '/desk/api/inbox/:id/close',
    needs: 'inbox.answer',
    channel: 'own',
  },
  reopenRequest: {
    method: 'POST',
    path: '/desk/api/inbox/:id/reopen',
    needs: 'inbox.answer',
    channel: 'own',
  },
  correctRequest: {
    method: 'PUT',
    path: '/desk/api/inbox/:id/sender',
    needs: 'inbox.answer',
    channel: 'own',
  },
  requestOfHolder: {
    method: 'PUT',
    path: '/desk/api/inbox/:id/voucher',
    needs: 'inbox.answer',
    channel: 'own',
  },
  savedAnswers: {
    method: 'GET',
    path: '/desk/api/saved-answers',
    needs: 'inbox.read',
    channel: 'own',
  },
  addSavedAnswer: {
    method: 'POST',
    path: '/desk/api/saved-answers',
    needs: 'inbox.answer',
    channel: 'own',
  },
  changeSavedAnswer: {
    method: 'PUT',
    path: '/desk/api/saved-answers/:id',
    needs: 'inbox.answer',
    channel: 'own',
  },
  removeSavedAnswer: {
    method: 'DELETE',
    path: '/desk/api/saved-answers/:id',
    needs: 'inbox.answer',
    channel: 'own',
  },
} as const satisfies Record<string, DeskPath>

import type { StaffPath } from '#contract/shared/path.staff.ts'

/** What holders ask, and what they are answered. */
export const inboxPaths = {
  inbox: { method: 'GET', path: '/backoffice/api/inbox', needs: 'inbox.read', channel: 'own' },
  inboxFolders: {
    method: 'GET',
    path: '/backoffice/api/inbox-folders',
    needs: 'inbox.read',
    channel: 'own',
  },
  takeOldest: {
    method: 'POST',
    path: '/backoffice/api/inbox/take-oldest',
    needs: 'inbox.answer',
    channel: 'own',
  },
  requestThread: {
    method: 'GET',
    path: '/backoffice/api/inbox/:id',
    needs: 'inbox.read',
    channel: 'own',
  },
  requestAttachment: {
    method: 'GET',
    path: '/backoffice/api/inbox/:id/attachments/:attachment',
    needs: 'inbox.read',
    channel: 'own',
  },
  takeRequest: {
    method: 'POST',
    path: '/backoffice/api/inbox/:id/take',
    needs: 'inbox.answer',
    channel: 'own',
  },
  answerRequest: {
    method: 'POST',
    path: '/backoffice/api/inbox/:id/answers',
    needs: 'inbox.answer',
    channel: 'own',
  },
  noteRequest: {
    method: 'POST',
    path: '/backoffice/api/inbox/:id/notes',
    needs: 'inbox.read',
    channel: 'own',
  },
  snoozeRequest: {
    method: 'POST',
    path: '/backoffice/api/inbox/:id/snooze',
    needs: 'inbox.answer',
    channel: 'own',
  },
  closeRequest: {
    method: 'POST',
    path: '/backoffice/api/inbox/:id/close',
    needs: 'inbox.answer',
    channel: 'own',
  },
  reopenRequest: {
    method: 'POST',
    path: '/backoffice/api/inbox/:id/reopen',
    needs: 'inbox.answer',
    channel: 'own',
  },
  correctRequest: {
    method: 'PUT',
    path: '/backoffice/api/inbox/:id/sender',
    needs: 'inbox.answer',
    channel: 'own',
  },
  requestOfHolder: {
    method: 'PUT',
    path: '/backoffice/api/inbox/:id/voucher',
    needs: 'inbox.answer',
    channel: 'own',
  },
  savedAnswers: {
    method: 'GET',
    path: '/backoffice/api/saved-answers',
    needs: 'inbox.read',
    channel: 'own',
  },
  addSavedAnswer: {
    method: 'POST',
    path: '/backoffice/api/saved-answers',
    needs: 'inbox.answer',
    channel: 'own',
  },
  changeSavedAnswer: {
    method: 'PUT',
    path: '/backoffice/api/saved-answers/:id',
    needs: 'inbox.answer',
    channel: 'own',
  },
  removeSavedAnswer: {
    method: 'DELETE',
    path: '/backoffice/api/saved-answers/:id',
    needs: 'inbox.answer',
    channel: 'own',
  },
} as const satisfies Record<string, StaffPath>

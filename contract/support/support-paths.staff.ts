import type { StaffPath } from '#contract/shared/path.staff.ts'

/** The inbox: questions of holders and their answers. */
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
  addRequestNote: {
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
  correctRequestSender: {
    method: 'PUT',
    path: '/backoffice/api/inbox/:id/sender',
    needs: 'inbox.answer',
    channel: 'own',
  },
  assignRequestToHolder: {
    method: 'PUT',
    path: '/backoffice/api/inbox/:id/voucher',
    needs: 'inbox.answer',
    channel: 'own',
  },
  savedReplies: {
    method: 'GET',
    path: '/backoffice/api/saved-replies',
    needs: 'inbox.read',
    channel: 'own',
  },
  addSavedReply: {
    method: 'POST',
    path: '/backoffice/api/saved-replies',
    needs: 'inbox.answer',
    channel: 'own',
  },
  changeSavedReply: {
    method: 'PUT',
    path: '/backoffice/api/saved-replies/:id',
    needs: 'inbox.answer',
    channel: 'own',
  },
  removeSavedReply: {
    method: 'DELETE',
    path: '/backoffice/api/saved-replies/:id',
    needs: 'inbox.answer',
    channel: 'own',
  },
} as const satisfies Record<string, StaffPath>

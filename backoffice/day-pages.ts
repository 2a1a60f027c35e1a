import { type DeskPage, page, waiting } from '#backoffice/desk-page.ts'

/** What a day at the desk begins with. */
export const dayPages: readonly DeskPage[] = [
  page(
    { path: '/desk', word: 'today', icon: 'today', needs: [], group: 'day' },
    () => import('#backoffice/today/TodayPage.tsx'),
    'TodayPage',
  ),
  page(
    { path: '/desk/work', word: 'longWork', icon: 'work', needs: [], group: 'day' },
    () => import('#backoffice/work/WorkListPage.tsx'),
    'WorkListPage',
  ),
  page(
    { path: '/desk/work/:id', word: 'longWork', icon: 'work', needs: [], group: null },
    () => import('#backoffice/work/WorkPage.tsx'),
    'WorkPage',
  ),
  page(
    {
      path: '/desk/approvals',
      word: 'approval.title',
      icon: 'shield',
      needs: ['points.approve', 'points.give', 'credit.approve', 'launch.override'],
      group: 'day',
      waits: () => waiting('approvals'),
    },
    () => import('#backoffice/approvals/ApprovalsPage.tsx'),
    'ApprovalsPage',
  ),
  page(
    {
      path: '/desk/approvals/:id',
      word: 'approval.title',
      icon: 'shield',
      needs: [],
      group: null,
    },
    () => import('#backoffice/approvals/ApprovalPage.tsx'),
    'ApprovalPage',
  ),
  page(
    {
      path: '/desk/attention',
      word: 'attention.title',
      icon: 'attention',
      needs: ['attention.read'],
      group: 'day',
      waits: () => waiting('attention'),
      thumb: 'attention.short',
    },
    () => import('#backoffice/attention/AttentionPage.tsx'),
    'AttentionPage',
  ),
  page(
    {
      path: '/desk/attention/:id',
      word: 'attention.title',
      icon: 'attention',
      needs: ['attention.read'],
      group: null,
    },
    () => import('#backoffice/attention/CausePage.tsx'),
    'CausePage',
  ),
  page(
    {
      path: '/desk/inbox',
      word: 'inbox.title',
      icon: 'inbox',
      needs: ['inbox.read'],
      group: 'day',
      waits: () => waiting('inbox'),
      thumb: 'inbox.title',
    },
    () => import('#backoffice/inbox/InboxPage.tsx'),
    'InboxPage',
  ),
  page(
    {
      path: '/desk/inbox/:id',
      word: 'inbox.title',
      icon: 'inbox',
      needs: ['inbox.read'],
      group: null,
    },
    () => import('#backoffice/inbox/ThreadPage.tsx'),
    'ThreadPage',
  ),
  page(
    {
      path: '/desk/saved-answers',
      word: 'saved.title',
      icon: 'inbox',
      needs: ['inbox.read'],
      group: null,
    },
    () => import('#backoffice/inbox/SavedAnswersPage.tsx'),
    'SavedAnswersPage',
  ),
]

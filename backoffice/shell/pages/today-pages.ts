import { type DeskPage, page, waiting } from '#backoffice/kit/page/page-definition.ts'

/** What a day at the desk begins with. */
export const dayPages: readonly DeskPage[] = [
  page(
    { path: '/desk', word: 'today', icon: 'today', needs: [], group: 'day' },
    () => import('#backoffice/modules/today/TodayPage.tsx'),
    'TodayPage',
  ),
  page(
    { path: '/desk/work', word: 'longWork', icon: 'work', needs: [], group: 'day' },
    () => import('#backoffice/modules/tasks/background-jobs/JobsPage.tsx'),
    'WorkListPage',
  ),
  page(
    { path: '/desk/work/:id', word: 'longWork', icon: 'work', needs: [], group: null },
    () => import('#backoffice/modules/tasks/background-jobs/JobPage.tsx'),
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
    () => import('#backoffice/modules/approvals/ApprovalsPage.tsx'),
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
    () => import('#backoffice/modules/approvals/ApprovalPage.tsx'),
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
    () => import('#backoffice/modules/tasks/TasksPage.tsx'),
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
    () => import('#backoffice/modules/tasks/TaskPage.tsx'),
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
    () => import('#backoffice/modules/support/InboxPage.tsx'),
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
    () => import('#backoffice/modules/support/ThreadPage.tsx'),
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
    () => import('#backoffice/modules/support/SavedRepliesPage.tsx'),
    'SavedAnswersPage',
  ),
]

import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import type { BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { Permission } from '#domain/staff/permissions.ts'

export type PageDefinition = {
  /** Segments that start with a colon are parameters of the page. */
  path: string
  label: MessageKey
  /** Further search words, separated by commas. They are usually in the messages, under `find.` and the name. */
  searchTerms?: MessageKey
  icon: BackofficeIconName
  /** The list that links to it, if that is not the path before its parameter. */
  parentPath?: string
  /** It shares the component and the state of the page whose address is one segment shorter. */
  isSection?: true
  /** One of these permissions is enough. Empty: all signed-in staff. */
  permissions: readonly Permission[]
  /** The number of items that need the user's attention, shown beside the page's name. */
  countWaiting?: () => Promise<number>
  /** Pending items are overdue. Their number is red. */
  overdue?: true
  component: LazyExoticComponent<ComponentType<StaffPageProps>>
  load: () => Promise<unknown>
}

export const page = <Name extends string>(
  definition: Omit<PageDefinition, 'component' | 'load'>,
  load: () => Promise<Record<Name, ComponentType<StaffPageProps>>>,
  name: Name,
): PageDefinition => ({
  ...definition,
  load,
  component: lazy(async () => ({ default: (await load())[name] })),
})

/** The call that counts the waiting items of all pages. Pages that ask at the same time share it. */
let pendingCounts: Promise<Record<string, number>> | null = null
export async function waitingCount(name: string): Promise<number> {
  pendingCounts ??= fetchBackoffice('counts', {})
    .then(({ counts }) => counts)
    .finally(() => (pendingCounts = null))
  return (await pendingCounts)[name] ?? 0
}

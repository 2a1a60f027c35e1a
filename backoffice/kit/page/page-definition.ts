import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import type { BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { Permission } from '#domain/staff/permissions.ts'

export type PageDefinition = {
  /** Parts that begin with a colon are handed to the page. */
  path: string
  word: MessageKey
  icon: BackofficeIconName
  /** One of these is enough; none: whoever is in. */
  needs: readonly Permission[]
  /** Under which work it stands in the rail; null for what is reached from other pages. */
  group: RailGroup | null
  /** How many wait there for whoever looks: told beside its name. */
  waits?: () => Promise<number>
  /** On a phone it is one tap away, under a word that leaves room for others. */
  thumb?: MessageKey
  part: LazyExoticComponent<ComponentType<StaffPageProps>>
  load: () => Promise<unknown>
}

/** In the order of the rail. */
export const RAIL_GROUPS = ['day', 'orders', 'catalogue', 'shop', 'company'] as const
export type RailGroup = (typeof RAIL_GROUPS)[number]

export const page = <Name extends string>(
  about: Omit<PageDefinition, 'part' | 'load'>,
  load: () => Promise<Record<Name, ComponentType<StaffPageProps>>>,
  name: Name,
): PageDefinition => ({
  ...about,
  load,
  part: lazy(async () => ({ default: (await load())[name] })),
})

/** All that waits is counted by one call, however many pages want to know theirs at that moment. */
let counting: Promise<Record<string, number>> | null = null
export async function waiting(name: string): Promise<number> {
  counting ??= fetchBackoffice('counts', {})
    .then(({ counts }) => counts)
    .finally(() => (counting = null))
  return (await counting)[name] ?? 0
}

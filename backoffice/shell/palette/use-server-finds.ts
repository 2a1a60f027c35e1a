import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import type { Find } from '#backoffice/shell/palette/rank-finds.ts'
import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { nameOfRelease } from '#backoffice/modules/content/releases/release-name.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { endOfCode } from '#domain/vouchers/voucher-code.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import type { Permission } from '#domain/staff/permissions.ts'

/** The server is searched from this length of the text. */
const MIN_SEARCH_LENGTH = 2
/** The most results of one list. Its last row opens the list. */
const MAX_FOUND = 6

/**
 * Gifts, releases, recipients, staff, employers and campaigns. `isPending`: the server has not answered yet.
 */
export function useServerFinds(staff: Staff, typed: string): { finds: Find[]; isPending: boolean } {
  const text = useDeferredValue(typed)
  const answers = [
    useGifts(staff, text),
    useReleases(staff, text),
    useHolders(staff, text),
    useStaff(staff, text),
    useEmployers(staff, text),
    useCampaigns(staff, text),
  ]
  return {
    finds: answers.flatMap(({ finds }) => finds),
    isPending: answers.some(({ isFetching }) => isFetching),
  }
}

const isSearched = (staff: Staff, typed: string, permission: Permission) =>
  typed.length >= MIN_SEARCH_LENGTH && staff.permissions.includes(permission)

type Found<Item> = {
  data: { items: Item[]; total: { count: number; exact: boolean } } | undefined
  isFetching: boolean
}
type List = { path: string; label: MessageKey; icon: Find['icon'] }
type ItemFind = { id: string; name: string; detail?: string }

/** The results from one list and, if there are more, a row that opens the list with this query. */
function useListFinds<Item>(
  { path, label, icon }: List,
  query: Record<string, string>,
  { data, isFetching }: Found<Item>,
  findOf: (item: Item) => ItemFind,
) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const group = t(label)
  const finds = (data?.items ?? []).map((item): Find => {
    const { id, ...find } = findOf(item)
    const to = `${path}/${id}`
    return { key: to, group, icon, ...find, fromServer: true, to }
  })
  const total = data?.total ?? { count: 0, exact: true }
  const more = total.count - finds.length
  if (more > 0) {
    finds.push({
      key: `all ${path}`,
      group,
      icon: 'search',
      name: t('showAllFound', {
        total: total.count.toLocaleString(language) + (total.exact ? '' : '+'),
      }),
      more,
      to: `${path}?${new URLSearchParams(query).toString()}`,
    })
  }
  return { isFetching, finds }
}

/** A query that is not enabled keeps its earlier answer, which belongs to another text. */
const answerIf = <Item>(enabled: boolean, { data, isFetching }: Found<Item>): Found<Item> => ({
  data: enabled ? data : undefined,
  isFetching,
})

/** Vouchers by the data that staff can search. Campaign and channel tell people of one name apart. */
function useHolders(staff: Staff, typed: string) {
  const t = useTranslate()
  const { nameOf } = useChannels()
  const enabled = isSearched(staff, typed, 'order.read')
  const query = { search: endOfCode(typed) }
  const answer = useQuery({ ...staffQuery('vouchers', { ...query, limit: MAX_FOUND }), enabled })
  return useListFinds(
    { path: '/backoffice/recipients', label: 'voucher.holders', icon: 'account' },
    query,
    answerIf(enabled, answer),
    ({ id, name, last3, batch, channel, available }) => ({
      id,
      name: name || t('voucher.unnamed'),
      detail: [
        `···${last3}`,
        t('voucher.price.points', { count: available }),
        batch.campaign ?? batch.note,
        nameOf(channel),
      ]
        .filter(Boolean)
        .join(', '),
    }),
  )
}

function useGifts(staff: Staff, typed: string) {
  const enabled = isSearched(staff, typed, 'catalogue.read')
  const query = { search: typed }
  const answer = useQuery({ ...staffQuery('gifts', { ...query, limit: MAX_FOUND }), enabled })
  return useListFinds(
    { path: '/backoffice/gifts', label: 'gifts', icon: 'gift' },
    query,
    answerIf(enabled, answer),
    ({ id, name, brand }) => ({ id, name, detail: brand.name }),
  )
}

function useReleases(staff: Staff, typed: string) {
  const t = useTranslate()
  const enabled = isSearched(staff, typed, 'content.read')
  const query = { search: typed }
  const answer = useQuery({ ...staffQuery('releases', { ...query, limit: MAX_FOUND }), enabled })
  return useListFinds(
    { path: '/backoffice/releases', label: 'releases', icon: 'text' },
    query,
    answerIf(enabled, answer),
    (release) => ({
      id: release.id,
      name: nameOfRelease(t, release),
      detail: t(`release.state.${release.state}`),
    }),
  )
}

function useStaff(staff: Staff, typed: string) {
  const t = useTranslate()
  const enabled = isSearched(staff, typed, 'staff.manage')
  const query = { search: typed, state: 'here' as const }
  const answer = useQuery({ ...staffQuery('staff', { ...query, limit: MAX_FOUND }), enabled })
  return useListFinds(
    { path: '/backoffice/staff', label: 'staff', icon: 'account' },
    query,
    answerIf(enabled, answer),
    ({ id, name, email, role }) => ({ id, name, detail: `${t(`role.${role}`)}, ${email}` }),
  )
}

function useEmployers(staff: Staff, typed: string) {
  const enabled = isSearched(staff, typed, 'employer.read')
  const query = { search: typed }
  const answer = useQuery({ ...staffQuery('employers', { ...query, limit: MAX_FOUND }), enabled })
  return useListFinds(
    { path: '/backoffice/employers', label: 'employers', icon: 'employer' },
    query,
    answerIf(enabled, answer),
    ({ id, name, contact }) => ({ id, name, detail: contact }),
  )
}

function useCampaigns(staff: Staff, typed: string) {
  const { nameOf } = useChannels()
  const enabled = isSearched(staff, typed, 'employer.read')
  const query = { search: typed }
  const answer = useQuery({ ...staffQuery('campaigns', { ...query, limit: MAX_FOUND }), enabled })
  return useListFinds(
    { path: '/backoffice/campaigns', label: 'campaigns', icon: 'employer' },
    query,
    answerIf(enabled, answer),
    ({ id, name, employer_name, channel }) => ({
      id,
      name,
      detail: `${employer_name}, ${nameOf(channel)}`,
    }),
  )
}

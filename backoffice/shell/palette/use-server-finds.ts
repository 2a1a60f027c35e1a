import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import type { Find } from '#backoffice/shell/palette/rank-finds.ts'
import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { nameOfRelease } from '#backoffice/modules/content/releases/release-name.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { endOfCode } from '#domain/vouchers/voucher-code.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import type { Permission } from '#domain/staff/permissions.ts'

/** The server is searched from this length of the text. */
const MIN_SEARCH_LENGTH = 2

/** Gifts, releases, recipients and staff. `isPending`: the server has not answered yet. */
export function useServerFinds(staff: Staff, typed: string): { finds: Find[]; isPending: boolean } {
  const text = useDeferredValue(typed)
  const answers = [
    useGifts(staff, text),
    useReleases(staff, text),
    useHolders(staff, text),
    useStaff(staff, text),
  ]
  return {
    finds: answers.flatMap(({ finds }) => finds),
    isPending: answers.some(({ isFetching }) => isFetching),
  }
}

const isSearched = (staff: Staff, typed: string, permission: Permission) =>
  typed.length >= MIN_SEARCH_LENGTH && staff.permissions.includes(permission)

/** Vouchers by the data that staff can search. */
function useHolders(staff: Staff, typed: string) {
  const t = useTranslate()
  const { nameOf } = useChannels()
  const enabled = isSearched(staff, typed, 'order.read')
  const { data, isFetching } = useQuery({
    ...staffQuery('vouchers', { search: endOfCode(typed), limit: 6 }),
    enabled,
  })
  const finds = enabled ? (data?.items ?? []) : []
  return {
    isFetching,
    finds: finds.map(({ id, name, last3, channel, available }): Find => ({
      key: `holder ${id}`,
      group: t('voucher.holders'),
      icon: 'account',
      name: name || t('voucher.unnamed'),
      detail: `···${last3}, ${t('voucher.price.points', { count: available })}, ${nameOf(channel)}`,
      fromServer: true,
      to: `/backoffice/recipients/${id}`,
    })),
  }
}

function useGifts(staff: Staff, typed: string) {
  const t = useTranslate()
  const enabled = isSearched(staff, typed, 'catalogue.read')
  const { data, isFetching } = useQuery({
    ...staffQuery('gifts', { search: typed, limit: 6 }),
    enabled,
  })
  const finds = enabled ? (data?.items ?? []) : []
  return {
    isFetching,
    finds: finds.map(({ id, name, brand }): Find => ({
      key: `gift ${id}`,
      group: t('gifts'),
      icon: 'gift',
      name,
      detail: brand.name,
      fromServer: true,
      to: `/backoffice/gifts/${id}`,
    })),
  }
}

function useReleases(staff: Staff, typed: string) {
  const t = useTranslate()
  const enabled = isSearched(staff, typed, 'content.read')
  const { data, isFetching } = useQuery({
    ...staffQuery('releases', { search: typed, limit: 6 }),
    enabled,
  })
  const finds = enabled ? (data?.items ?? []) : []
  return {
    isFetching,
    finds: finds.map((release): Find => ({
      key: `release ${release.id}`,
      group: t('releases'),
      icon: 'text',
      name: nameOfRelease(t, release),
      detail: t(`release.state.${release.state}`),
      fromServer: true,
      to: `/backoffice/releases/${release.id}`,
    })),
  }
}

function useStaff(staff: Staff, typed: string) {
  const t = useTranslate()
  const enabled = isSearched(staff, typed, 'staff.manage')
  const { data, isFetching } = useQuery({
    ...staffQuery('staff', { search: typed, limit: 6, state: 'here' }),
    enabled,
  })
  const finds = enabled ? (data?.items ?? []) : []
  return {
    isFetching,
    finds: finds.map(({ id, name, email, role }): Find => ({
      key: `staff ${id}`,
      group: t('staff'),
      icon: 'account',
      name,
      detail: `${t(`role.${role}`)}, ${email}`,
      fromServer: true,
      to: `/backoffice/staff/${id}`,
    })),
  }
}

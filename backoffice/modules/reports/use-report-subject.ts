import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

const LISTS = { gift: 'gifts', employer: 'employers', campaign: 'campaigns' } as const
const KINDS = ['gift', 'employer', 'campaign', 'batch'] as const

export type ReportSubject = { kind: (typeof KINDS)[number]; id: string; name: string }

/** The gift, employer, campaign or batch of the address that the rows belong to. '-' is no employer. */
export function useReportSubject(): ReportSubject | null {
  const t = useTranslate()
  const [address] = useQueryParams()
  const kind = KINDS.find((name) => address.has(name))
  const id = kind ? (address.get(kind) ?? '') : ''
  const hasName = kind !== undefined && kind !== 'batch' && id !== '' && id !== '-'
  const { data } = useQuery({
    ...staffQuery(LISTS[hasName ? kind : 'gift'], { ids: id, limit: 1 }),
    enabled: hasName,
  })
  const name = id === '-' ? t('reports.noEmployer') : (data?.items[0]?.name ?? id)
  return useMemo(() => (kind && id !== '' ? { kind, id, name } : null), [kind, id, name])
}

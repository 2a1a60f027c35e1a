import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { batchList, type GivenFor } from '#backoffice/modules/vouchers/batches/batch-list.tsx'
import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

export function BatchesPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const canCreate = staff.permissions.includes('batch.make')
  const given = useGivenFor()
  const list = useMemo(() => batchList(t, language, given), [t, language, given])
  return (
    <ListPage
      list={list}
      title="batches"
      acts={
        canCreate ? (
          <BackofficeLink className={actionButtonClass('main')} to="/backoffice/batches/new">
            {t('newBatch')}
          </BackofficeLink>
        ) : null
      }
    />
  )
}

const MOST_CHOICES = 200

/** The newest employers and campaigns, and the ones named in the address: a link from a campaign may name an older one. */
function useGivenFor(): GivenFor {
  const [asked] = useQueryParams()
  const [employer, campaign] = [asked.get('employer'), asked.get('campaign')]
  const page = { limit: MOST_CHOICES }
  const employers = useQuery(staffQuery('employers', page))
  const campaigns = useQuery(staffQuery('campaigns', page))
  const ownEmployer = useQuery({
    ...staffQuery('employers', { ids: employer ?? '' }),
    enabled: employer !== null,
  })
  const ownCampaign = useQuery({
    ...staffQuery('campaigns', { ids: campaign ?? '' }),
    enabled: campaign !== null,
  })
  return useMemo(
    () => ({
      employers: choicesOf(employers.data, ownEmployer.data),
      campaigns: choicesOf(campaigns.data, ownCampaign.data),
    }),
    [employers.data, ownEmployer.data, campaigns.data, ownCampaign.data],
  )
}

type Named = { items: { id: string; name: string }[] } | undefined

const choicesOf = (all: Named, own: Named) => [
  ...new Map(
    [...(all?.items ?? []), ...(own?.items ?? [])].map(({ id, name }) => [id, { value: id, name }]),
  ).values(),
]

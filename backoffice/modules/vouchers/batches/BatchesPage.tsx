import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { batchList, type GivenFor } from '#backoffice/modules/vouchers/batches/batch-list.tsx'
import { DeskLink, useAsked } from '#backoffice/kit/router/address.tsx'
import type { DeskPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { deskQuery } from '#backoffice/kit/api/staff-queries.ts'
import { DeskList } from '#backoffice/kit/list/ListPage.tsx'
import { deskButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { useDeskLanguage, useSay } from '#backoffice/i18n/translator.tsx'

export function BatchesPage({ staff }: DeskPageProps) {
  const say = useSay()
  const { language } = useDeskLanguage()
  const mayMake = staff.permissions.includes('batch.make')
  const given = useGivenFor()
  const list = useMemo(
    () => batchList(say, language, mayMake, given),
    [say, language, mayMake, given],
  )
  return (
    <DeskList
      list={list}
      title="batches"
      acts={
        mayMake ? (
          <DeskLink className={deskButtonClass('main')} to="/desk/batches/new">
            {say('newBatch')}
          </DeskLink>
        ) : null
      }
    />
  )
}

const MOST_CHOICES = 200

/** The newest employers and campaigns, and the ones named in the address: a link from a campaign may name an older one. */
function useGivenFor(): GivenFor {
  const [asked] = useAsked()
  const [employer, campaign] = [asked.get('employer'), asked.get('campaign')]
  const page = { limit: MOST_CHOICES }
  const employers = useQuery(deskQuery('employers', page))
  const campaigns = useQuery(deskQuery('campaigns', page))
  const ownEmployer = useQuery({
    ...deskQuery('employers', { ids: employer ?? '' }),
    enabled: employer !== null,
  })
  const ownCampaign = useQuery({
    ...deskQuery('campaigns', { ids: campaign ?? '' }),
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

import { useMemo } from 'react'

import { useNamedChoices } from '#backoffice/kit/list/use-named-choices.ts'
import {
  batchList,
  expiringList,
  type BatchFilterChoices,
} from '#backoffice/modules/vouchers/batches/batch-list.tsx'
import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

export function BatchesPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const canCreate = staff.permissions.includes('batch.create')
  const campaign = useQueryParams()[0].get('campaign')
  const choices = useFilterChoices()
  const list = useMemo(() => batchList(t, language, choices), [t, language, choices])
  return (
    <ListPage
      list={list}
      title="batches"
      actions={
        canCreate ? (
          <BackofficeLink
            className={actionButtonClass('main')}
            // A list that is filtered by a campaign leads to a new batch of this campaign.
            to={`/backoffice/batches/new${campaign === null ? '' : `?campaign=${campaign}`}`}
          >
            {t('newBatch')}
          </BackofficeLink>
        ) : null
      }
    />
  )
}

/** Batches with points left that end soon, sorted by their last day. */
export function ExpiringPage() {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const choices = useFilterChoices()
  const list = useMemo(() => expiringList(t, language, choices), [t, language, choices])
  return <ListPage list={list} title="expiring" />
}

function useFilterChoices(): BatchFilterChoices {
  const employers = useNamedChoices('employers', 'employer')
  const campaigns = useNamedChoices('campaigns', 'campaign')
  return useMemo(() => ({ employers, campaigns }), [employers, campaigns])
}

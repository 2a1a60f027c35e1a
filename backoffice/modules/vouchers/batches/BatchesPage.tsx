import { useMemo } from 'react'

import { useNamedChoices } from '#backoffice/kit/list/use-named-choices.ts'
import {
  batchList,
  expiringList,
  type GivenFor,
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
  const given = useGivenFor()
  const list = useMemo(() => batchList(t, language, given), [t, language, given])
  return (
    <ListPage
      list={list}
      title="batches"
      actions={
        canCreate ? (
          <BackofficeLink
            className={actionButtonClass('main')}
            // A list of one campaign leads to a new batch of it.
            to={`/backoffice/batches/new${campaign === null ? '' : `?campaign=${campaign}`}`}
          >
            {t('newBatch')}
          </BackofficeLink>
        ) : null
      }
    />
  )
}

/** Batches with points left that end soon, the next one first. */
export function ExpiringPage() {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const given = useGivenFor()
  const list = useMemo(() => expiringList(t, language, given), [t, language, given])
  return <ListPage list={list} title="expiring" />
}

function useGivenFor(): GivenFor {
  const employers = useNamedChoices('employers', 'employer')
  const campaigns = useNamedChoices('campaigns', 'campaign')
  return useMemo(() => ({ employers, campaigns }), [employers, campaigns])
}

import { useMemo } from 'react'

import { campaignList } from '#backoffice/modules/employers/campaign-list.tsx'
import { NewCampaign } from '#backoffice/modules/employers/NewCampaign.tsx'
import { useNamedChoices } from '#backoffice/kit/list/use-named-choices.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

/** The campaigns of all employers. */
export function CampaignsPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const employers = useNamedChoices('employers', 'employer')
  const list = useMemo(() => campaignList(t, language, employers), [t, language, employers])
  // Without an employer there can be no campaign: the empty list leads to the employers.
  const mayAdd = staff.permissions.includes('employer.write') && employers.length > 0
  return (
    <ListPage
      list={list}
      title="campaigns"
      actions={mayAdd ? <NewCampaign me={staff.id} /> : undefined}
    />
  )
}

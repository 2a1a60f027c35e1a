import { useMemo } from 'react'

import { campaignList } from '#backoffice/modules/employers/campaign-list.tsx'
import { useNamedChoices } from '#backoffice/kit/list/use-named-choices.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

/** The campaigns of all employers. */
export function CampaignsPage() {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const employers = useNamedChoices('employers', 'employer')
  const list = useMemo(() => campaignList(t, language, employers), [t, language, employers])
  return <ListPage list={list} title="campaigns" />
}

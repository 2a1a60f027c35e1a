import { useMemo } from 'react'

import { campaignList } from '#backoffice/modules/employers/campaign-list.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

/** The campaigns of all employers. */
export function CampaignsPage() {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const list = useMemo(() => campaignList(t, language), [t, language])
  return <ListPage list={list} title="campaigns" />
}

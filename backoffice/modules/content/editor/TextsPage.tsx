import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { blockName, useTextNames } from '#backoffice/i18n/use-text-names.ts'
import { pageTextShapes } from '#backoffice/modules/content/editor/text-definition.ts'
import { TextHistory } from '#backoffice/modules/content/editor/TextHistory.tsx'
import type { ShownOn } from '#backoffice/modules/content/editor/PagePane.tsx'
import { pageOfChange } from '#backoffice/modules/content/releases/page-of-change.ts'
import { TextsEditor } from '#backoffice/modules/content/editor/TextsEditor.tsx'
import { isComponent, contentNodeName } from '#backoffice/i18n/content-node-names.ts'
import { dataOfSameChannel, useChannel } from '#backoffice/modules/content/use-channel.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

/** All texts of a component or page. */
export function TextsPage({ staff, params: { path = '' } }: StaffPageProps) {
  const t = useTranslate()
  const channel = useChannel()
  const [query] = useQueryParams()
  const release = query.get('release') ?? ''
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...staffQuery('contentPage', {
      channel: channel?.id ?? '',
      path,
      ...(release === '' ? {} : { release }),
    }),
    enabled: channel !== null,
    placeholderData: dataOfSameChannel(channel?.id),
  })
  const { language } = useBackofficeLanguage()
  const title = (data && titleOfPage(data, language)) || contentNodeName(t, path)
  const { nameText } = useTextNames()
  const texts = useMemo(() => (data ? pageTextShapes(data, nameText) : []), [data, nameText])
  if (!data || !channel) {
    return (
      <PagePending
        title={title}
        parent={{ to: '/backoffice/content', label: t('content') }}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <TextsEditor
      key={`${channel.id} ${path}`}
      staff={staff}
      channel={channel}
      name={path}
      title={title}
      texts={texts}
      groupName={(block) => blockName(nameText, block)}
      shownRelease={isPlaceholderData ? '' : release}
      drafts={data.drafts}
      shownOn={pageShowing(path)}
      below={<TextHistory query={{ channel: channel.id, path }} />}
    />
  )
}

/** Components that no page of a preview shows. */
const WITHOUT_PREVIEW = ['molliecomponents', 'confirmationpagecomponents']

function pageShowing(path: string): ShownOn | null {
  if (path === 'logoncomponents') return { page: '/login', welcome: false, isOnlyHere: true }
  if (WITHOUT_PREVIEW.includes(path)) return null
  const shown = pageOfChange({ kind: 'content', key: { path } })
  return shown && { page: shown.page, welcome: shown.welcome !== undefined }
}

/** The page's name as in the content list. A component's own title is one of its texts. */
function titleOfPage(
  { path, texts, default_language }: StaffResponse<'contentPage'>,
  language: string,
): string {
  if (isComponent(path)) return ''
  const titleText = texts.find(
    ({ block, key, field }) => block === '' && key === 'title' && field === 'text',
  )
  const titleIn = (wanted: string) => {
    const entry = titleText?.languages.find(({ language }) => language === wanted)
    return entry?.value || entry?.reads?.value || ''
  }
  return titleIn(language) || titleIn(default_language)
}

import type { ReactNode } from 'react'

import css from '#backoffice/modules/content/editor/Editor.module.css'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** The head of a page that edits content of a channel. */
export function ContentHead({
  title,
  channel,
  name,
  facts,
  actions,
}: {
  title: string
  channel: { id: string; name: string }
  /** The name of the content, to show who else edits it. */
  name: string
  /** In one line below the title. */
  facts?: ReactNode
  actions?: ReactNode
}) {
  const t = useTranslate()
  return (
    <PageHead
      title={title}
      parent={{ to: `/backoffice/content?channel=${channel.id}`, label: t('content') }}
      besideTitle={
        <span className={css.soft}>
          <ChannelName id={channel.id} />
        </span>
      }
      auditSubject={`content ${channel.id} ${name}`}
      facts={facts}
      actions={actions}
    />
  )
}

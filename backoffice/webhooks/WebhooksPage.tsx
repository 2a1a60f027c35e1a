import { useMemo } from 'react'

import { DeskLink } from '#backoffice/desk-address.tsx'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { deskButtonClass } from '#backoffice/parts/DeskButton.tsx'
import { webhookList } from '#backoffice/webhooks/webhook-list.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

export function WebhooksPage() {
  const say = useSay()
  const list = useMemo(() => webhookList(say), [say])
  return (
    <DeskList
      list={list}
      title="webhook.title"
      acts={
        <DeskLink className={deskButtonClass('main')} to="/desk/webhooks/new">
          {say('webhook.new')}
        </DeskLink>
      }
    />
  )
}

import { useMemo } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { webhookList } from '#backoffice/modules/webhooks/webhook-list.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function WebhooksPage() {
  const t = useTranslate()
  const list = useMemo(() => webhookList(t), [t])
  return (
    <ListPage
      list={list}
      title="webhook.title"
      actions={
        <BackofficeLink className={actionButtonClass('main')} to="/backoffice/webhooks/new">
          {t('webhook.new')}
        </BackofficeLink>
      }
    />
  )
}

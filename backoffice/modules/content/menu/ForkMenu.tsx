import { useState } from 'react'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** A channel with the shared menu has no menu of its own until it forks the shared one. */
export function ForkMenu({
  kind,
  channel,
  title,
  mayWrite,
}: {
  kind: 'navigation' | 'tile'
  channel: string
  title: string
  mayWrite: boolean
}) {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const make = useAction('createRelease')
  const take = useAction('forkMenu', {
    done: ({ changes, release }) => t('addedToRelease', { count: changes, name: release.name }),
  })
  // A retry uses the draft that the first attempt created.
  const [created, setCreated] = useState<string | null>(null)
  async function own() {
    const chosen = (query.get('release') ?? '') || created
    const id = chosen ?? (await make.run({ name: title }))?.id
    if (id === undefined) return
    setCreated(id)
    if (await take.run({ id, channel, kind })) change({ release: id }, { replace: true })
  }
  return (
    <Notice kind="info">
      <p>{t(kind === 'navigation' ? 'sharedMenuHelp' : 'sharedTilesHelp')}</p>
      {(make.wrong ?? take.wrong) ? <p role="alert">{make.wrong ?? take.wrong}</p> : null}
      {mayWrite ? (
        <ActionButton busy={make.busy || take.busy} onClick={() => void own()}>
          {t('createOwnVersion')}
        </ActionButton>
      ) : null}
    </Notice>
  )
}

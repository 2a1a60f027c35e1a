import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'

import css from './LaunchCheck.module.css'

type LaunchIssue = StaffResponse<'launchCheck'>['findings'][number]

/** Opens or closes a channel. A channel with blocking issues opens only after a colleague's approval. */
export function OpenOrClose({
  page,
  blocking,
}: {
  page: StaffResponse<'channelPage'>
  blocking: readonly LaunchIssue[]
}) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const open = useAction('openChannel', {
    done: ({ state }) => t(state === 'open' ? 'channel.opened' : 'channel.overrideAsked'),
  })
  const close = useAction('closeChannel', { done: () => t('channel.closed') })
  const { id, version } = page
  const isOpen = page.state === 'open'
  const isBlocked = !isOpen && blocking.length > 0
  const needsReason = isOpen || isBlocked
  async function run() {
    setIsReasonMissing(needsReason && reason.trim() === '')
    if (needsReason && reason.trim() === '') return
    const override: StaffInput<'openChannel'>['override'] = [
      ...new Set(blocking.map(({ kind }) => kind)),
    ]
    const done = isOpen
      ? await close.run({ id, version, reason: reason.trim() })
      : await open.run({ id, version, ...(isBlocked ? { override, reason: reason.trim() } : {}) })
    if (done) setReason('')
  }
  const failure = open.failure ?? close.failure
  return (
    <div className={css.actions}>
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
      {isBlocked ? <p>{t('channel.openBlocked')}</p> : null}
      {needsReason ? (
        <FormTextArea
          label={t('reason')}
          hint={t(isOpen ? 'channel.closeHelp' : 'channel.overrideHelp')}
          issue={isReasonMissing ? t('reasonMissing') : null}
          maxLength={500}
          rows={2}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : null}
      <ActionButton
        variant={isOpen || isBlocked ? 'bad' : 'main'}
        busy={open.busy || close.busy}
        onClick={() => void run()}
      >
        {t(isOpen ? 'channel.closeIt' : isBlocked ? 'channel.overrideAsk' : 'channel.openIt')}
      </ActionButton>
    </div>
  )
}

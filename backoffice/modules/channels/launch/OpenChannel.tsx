import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './LaunchCheck.module.css'

type LaunchIssue = StaffResponse<'launchCheck'>['findings'][number]

/** Opens a channel. With blocking issues it opens only after a colleague's approval. */
export function OpenChannel({
  page: { id, version },
  blocking,
}: {
  page: StaffResponse<'channelPage'>
  blocking: readonly LaunchIssue[]
}) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const { run, busy, failure } = useAction('openChannel', {
    done: ({ state }) => t(state === 'open' ? 'channel.opened' : 'channel.overrideAsked'),
  })
  const isBlocked = blocking.length > 0
  async function open() {
    const isMissing = isBlocked && reason.trim() === ''
    setIsReasonMissing(isMissing)
    if (isMissing) return
    const override = [...new Set(blocking.map(({ kind }) => kind))]
    const withReason = isBlocked ? { override, reason: reason.trim() } : {}
    if (await run({ id, version, ...withReason })) setReason('')
  }
  return (
    <div className={css.actions}>
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
      {isBlocked ? (
        <>
          <p>{t('channel.openBlocked')}</p>
          <FormTextArea
            label={t('reason')}
            hint={t('channel.overrideHelp')}
            issue={isReasonMissing ? t('reasonMissing') : null}
            maxLength={500}
            rows={2}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </>
      ) : null}
      <ActionButton variant={isBlocked ? 'bad' : 'main'} busy={busy} onClick={() => void open()}>
        {t(isBlocked ? 'channel.overrideAsk' : 'channel.openIt')}
      </ActionButton>
    </div>
  )
}

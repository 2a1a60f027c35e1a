import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'

import css from './LaunchCheck.module.css'

type Found = StaffResponse<'launchCheck'>['findings'][number]

/** Opens or closes a channel. Red issues are overridden by name, with a second approver. */
export function OpenOrClose({
  page,
  red,
}: {
  page: StaffResponse<'channelPage'>
  red: readonly Found[]
}) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const open = useAction('openChannel', {
    done: ({ state }) => t(state === 'open' ? 'channel.opened' : 'channel.overrideAsked'),
  })
  const close = useAction('closeChannel', { done: () => t('channel.closed') })
  const { id, version } = page
  const isOpen = page.state === 'open'
  const blocked = !isOpen && red.length > 0
  const needsReason = isOpen || blocked
  async function run() {
    setMissing(needsReason && reason.trim() === '')
    if (needsReason && reason.trim() === '') return
    const override: StaffInput<'openChannel'>['override'] = [
      ...new Set(red.map(({ kind }) => kind)),
    ]
    const done = isOpen
      ? await close.run({ id, version, reason: reason.trim() })
      : await open.run({ id, version, ...(blocked ? { override, reason: reason.trim() } : {}) })
    if (done) setReason('')
  }
  const wrong = open.wrong ?? close.wrong
  return (
    <div className={css.actions}>
      {wrong ? <Notice kind="bad">{wrong}</Notice> : null}
      {blocked ? <p>{t('channel.openBlocked')}</p> : null}
      {needsReason ? (
        <FormTextArea
          label={t('reason')}
          hint={t(isOpen ? 'channel.closeHelp' : 'channel.overrideHelp')}
          issue={missing ? t('reasonMissing') : null}
          maxLength={500}
          rows={2}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : null}
      <ActionButton
        look={isOpen || blocked ? 'bad' : 'main'}
        busy={open.busy || close.busy}
        onClick={() => void run()}
      >
        {t(isOpen ? 'channel.closeIt' : blocked ? 'channel.overrideAsk' : 'channel.openIt')}
      </ActionButton>
    </div>
  )
}

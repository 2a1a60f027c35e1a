import { useState } from 'react'

import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { SendMails } from '#backoffice/modules/vouchers/batches/SendMails.tsx'
import { ReasonedAction } from '#backoffice/kit/dialogs/ReasonedAction.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { tagOf } from '#domain/language.ts'

import css from './Batches.module.css'

/** The code mails of a batch: errors, progress, and buttons to send, pause and cancel them. */
export function BatchMails({ batch, canCreate }: { batch: Batch; canCreate: boolean }) {
  const t = useTranslate()
  const { addresses, waiting, bounced } = batch.mails
  const isSending = batch.send_at !== null && waiting > 0
  if (!isSending && addresses === 0 && bounced === 0 && batch.mails.sent === 0) return null
  return (
    <Card title={t('mailsTitle')}>
      {bounced > 0 ? (
        <Notice kind="bad">
          <p>{t('mailsBounced', { count: bounced })}</p>
          <BackofficeLink to={`/backoffice/batches/${batch.id}/recipients?mail=bounced`}>
            {t('mailsShowBounced')}
          </BackofficeLink>
        </Notice>
      ) : null}
      {isSending && batch.mails.retrying > 0 ? (
        <FailedMails batch={batch} canCreate={canCreate} />
      ) : null}
      {batch.mails.sent > 0 || isSending ? <MailProgress batch={batch} /> : null}
      {isSending && canCreate ? <MailControls batch={batch} /> : null}
      {canCreate &&
      addresses > 0 &&
      batch.state !== 'under-way' &&
      !batch.held_at &&
      !batch.making ? (
        <SendMails batch={batch} />
      ) : null}
    </Card>
  )
}

function MailProgress({ batch }: { batch: Batch }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { waiting, sent } = batch.mails
  const startsAt = batch.send_at === null ? null : new Date(batch.send_at)
  const [now] = useState(() => new Date())
  const stateText = () => {
    if (waiting === 0 || startsAt === null) return null
    if (batch.send_paused_at !== null) return t('mailsPaused')
    if (startsAt > now) {
      const moment = startsAt.toLocaleString(tagOf(language), {
        dateStyle: 'full',
        timeStyle: 'short',
        timeZone: batch.time_zone,
      })
      return t('mailsLeaveAt', { at: moment })
    }
    return t('mailsLeaving')
  }
  const progress = t('mailsProgress', { some: sent, all: sent + waiting })
  return (
    <div>
      <p aria-live="polite">{[progress, stateText()].filter(Boolean).join(' · ')}</p>
      {waiting > 0 ? <progress aria-label={progress} max={sent + waiting} value={sent} /> : null}
    </div>
  )
}

/** Mails that the mail server refuses for now. They are retried automatically, and at once with the button. */
function FailedMails({ batch, canCreate }: { batch: Batch; canCreate: boolean }) {
  const t = useTranslate()
  const retry = useAction('setBatchMailRate', { done: () => t('mailsTriedAgain') })
  const { id, version, send_per_minute: per_minute, mails } = batch
  return (
    <Notice kind="bad">
      <p>{t('mailsFailed', { count: mails.retrying })}</p>
      <p>
        {t('mailsFailure')} <q>{mails.failure}</q>
      </p>
      <p>{t('mailsFailedHelp')}</p>
      {retry.failure ? <p>{retry.failure}</p> : null}
      {canCreate ? (
        <ActionButton
          busy={retry.busy}
          onClick={() => void retry.run({ id, version, paused: false, per_minute })}
        >
          {t('mailsTryAgain')}
        </ActionButton>
      ) : null}
    </Notice>
  )
}

function MailControls({ batch }: { batch: Batch }) {
  const t = useTranslate()
  const changeRate = useAction('setBatchMailRate')
  const cancel = useAction('cancelBatchMails', { done: () => t('mailsCancelled') })
  const isPaused = batch.send_paused_at !== null
  const { id, version, send_per_minute: per_minute } = batch
  return (
    <>
      {changeRate.failure ? <Notice kind="bad">{changeRate.failure}</Notice> : null}
      <div className={css.actions}>
        <ActionButton
          busy={changeRate.busy}
          onClick={() => void changeRate.run({ id, version, paused: !isPaused, per_minute })}
        >
          {t(isPaused ? 'mailsResume' : 'mailsPause')}
        </ActionButton>
        <ReasonedAction
          label="mailsCancel"
          help={t('mailsCancelHelp')}
          busy={cancel.busy}
          failure={cancel.failure}
          run={(reason) => cancel.run({ id, version, reason })}
        />
      </div>
    </>
  )
}

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

/** The codes of a batch by mail: who is left, how far they are, and how they are held or ended. */
export function BatchMails({ batch, canCreate }: { batch: Batch; canCreate: boolean }) {
  const t = useTranslate()
  const { addresses, waiting, bounced } = batch.mails
  const sends = batch.send_at !== null && waiting > 0
  if (!sends && addresses === 0 && bounced === 0 && batch.mails.sent === 0) return null
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
      {sends && batch.mails.retrying > 0 ? <Failed batch={batch} canCreate={canCreate} /> : null}
      {batch.mails.sent > 0 || sends ? <HowFar batch={batch} /> : null}
      {sends && canCreate ? <Pace batch={batch} /> : null}
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

function HowFar({ batch }: { batch: Batch }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { waiting, sent } = batch.mails
  const at = batch.send_at === null ? null : new Date(batch.send_at)
  const [now] = useState(() => new Date())
  const state = () => {
    if (waiting === 0 || at === null) return null
    if (batch.send_paused_at !== null) return t('mailsPaused')
    if (at > now) {
      const moment = at.toLocaleString(tagOf(language), {
        dateStyle: 'full',
        timeStyle: 'short',
        timeZone: batch.time_zone,
      })
      return t('mailsLeaveAt', { at: moment })
    }
    return t('mailsLeaving')
  }
  const far = t('mailsProgress', { some: sent, all: sent + waiting })
  return (
    <div>
      <p aria-live="polite">{[far, state()].filter(Boolean).join(' · ')}</p>
      {waiting > 0 ? <progress aria-label={far} max={sent + waiting} value={sent} /> : null}
    </div>
  )
}

/** Mails that the mail server does not take now. They are repeated by themselves, and at once when asked. */
function Failed({ batch, canCreate }: { batch: Batch; canCreate: boolean }) {
  const t = useTranslate()
  const again = useAction('setBatchMailRate', { done: () => t('mailsTriedAgain') })
  const { id, version, send_per_minute: per_minute, mails } = batch
  return (
    <Notice kind="bad">
      <p>{t('mailsFailed', { count: mails.retrying })}</p>
      <p>
        {t('mailsFailure')} <q>{mails.failure}</q>
      </p>
      <p>{t('mailsFailedHelp')}</p>
      {again.failure ? <p>{again.failure}</p> : null}
      {canCreate ? (
        <ActionButton
          busy={again.busy}
          onClick={() => void again.run({ id, version, paused: false, per_minute })}
        >
          {t('mailsTryAgain')}
        </ActionButton>
      ) : null}
    </Notice>
  )
}

function Pace({ batch }: { batch: Batch }) {
  const t = useTranslate()
  const pace = useAction('setBatchMailRate')
  const cancel = useAction('cancelBatchMails', { done: () => t('mailsCancelled') })
  const held = batch.send_paused_at !== null
  const { id, version, send_per_minute: per_minute } = batch
  return (
    <>
      {pace.failure ? <Notice kind="bad">{pace.failure}</Notice> : null}
      <div className={css.actions}>
        <ActionButton
          busy={pace.busy}
          onClick={() => void pace.run({ id, version, paused: !held, per_minute })}
        >
          {t(held ? 'mailsResume' : 'mailsPause')}
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

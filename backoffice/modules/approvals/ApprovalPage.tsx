import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import {
  subjectPage,
  approvalTitle,
  requestedGiftTexts,
  keptGiftTexts,
  OutcomeMark,
  warningTexts,
} from '#backoffice/modules/approvals/approval-texts.tsx'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useListedOrders } from '#backoffice/kit/api/use-listed-orders.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { changeTexts } from '#backoffice/kit/domain-texts/approval-error-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { FactList } from '#backoffice/kit/display/FactList.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { GiftWithPicture } from '#backoffice/kit/display/GiftImage.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageBody } from '#backoffice/kit/page/PageBody.tsx'
import { MissingPage } from '#backoffice/kit/page/MissingPage.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { tagOf } from '#domain/language.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'

import css from './ApprovalPage.module.css'

type Item = StaffResponse<'approvals'>['items'][number]

/** One approval request: the subject, the reason, and the decision of the approver. */
export function ApprovalPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const euros = useEuros()
  const { data, error, refetch } = useQuery(staffQuery('approvals', { ids: id }))
  const parent = { to: '/backoffice/approvals', label: t('approval.title') }
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  const item = data?.items[0]
  if (!data) return <PageHead title={t('approval.title')} parent={parent} />
  if (!item) return <MissingPage parent={parent} />
  const keptGifts = keptGiftTexts(item)
  return (
    <>
      <PageHead
        title={approvalTitle(t, item)}
        parent={parent}
        besideTitle={<OutcomeMark t={t} outcome={item.outcome} />}
      />
      <PageBody width="form">
        <ApprovalFacts item={item} permissions={staff.permissions} />
        {keptGifts ? (
          <Notice kind="warn">
            <p>{t('credit.keepsCode', { count: keptGifts.count })}</p>
            <p>{keptGifts.names.join(', ')}</p>
          </Notice>
        ) : null}
        {item.outcome === 'lapsed' ? (
          <Notice kind="info">
            <p>{t('approval.lapsedHelp')}</p>
            {item.changes.map((change) => (
              <p key={change.what}>{changeTexts(t, euros, change)}</p>
            ))}
          </Notice>
        ) : null}
        <WaitingPeriod item={item} />
        {item.approve_alone ? <ApproveAlone item={item} /> : null}
        {item.may_decide ? <DecisionForm item={item} me={staff.id} /> : null}
        {item.mine && item.outcome === null ? <WithdrawApproval item={item} /> : null}
      </PageBody>
    </>
  )
}

const nameAndTime = (name: string, at: string) => (
  <>
    {name}, <DateTime at={at} />
  </>
)

type Permissions = StaffPageProps['staff']['permissions']

function ApprovalFacts({ item, permissions }: { item: Item; permissions: Permissions }) {
  const t = useTranslate()
  const recipientFacts = useRecipientFacts(item, permissions)
  const page = subjectPage(item)
  const warnings = warningTexts(t, item)
  const gifts = requestedGiftTexts(item)
  return (
    <Card title={t('approval.facts')}>
      <FactList
        facts={[
          [t('reason'), item.reason],
          [t('approval.by'), nameAndTime(item.asked_by.name, item.asked_at)],
          ...(warnings.length > 0 ? [[t('approval.inSpiteOf'), warnings.join(', ')] as const] : []),
          ...recipientFacts,
          ...(gifts.length > 0 ? [[t('approval.gifts'), gifts.join(', ')] as const] : []),
          ...(item.channel
            ? [[t('channel'), <ChannelName key="channel" id={item.channel} />] as const]
            : []),
          [
            t('about'),
            page ? (
              <BackofficeLink key="about" to={page}>
                {item.subject_name}
              </BackofficeLink>
            ) : (
              item.subject_name
            ),
          ],
          ...(item.decided_by && item.decided_at
            ? [
                [
                  t('approval.decidedBy'),
                  nameAndTime(item.decided_by.name, item.decided_at),
                ] as const,
              ]
            : []),
          ...(item.outcome === 'lapsed' && item.decided_at
            ? [[t('approval.lapsedAt'), <DateTime key="lapsed" at={item.decided_at} />] as const]
            : []),
          ...(item.alone ? [[t('approval.decidedBy'), t('approval.alone')] as const] : []),
          ...(item.note ? [[t('approval.note'), item.note] as const] : []),
        ]}
      />
    </Card>
  )
}

/** The recipient and the gifts of the subject, if the user may see them. */
function useRecipientFacts(
  { subject_kind, subject_id }: Item,
  permissions: Permissions,
): [label: string, value: ReactNode][] {
  const t = useTranslate()
  const order = useListedOrders(subject_kind === 'order' ? [subject_id] : [], permissions).get(
    subject_id,
  )
  const { data } = useQuery({
    ...staffQuery('vouchers', { ids: subject_id }),
    enabled:
      subject_kind === 'voucher' &&
      permissions.includes('order.read') &&
      permissions.includes('personal-data.view'),
  })
  const facts: [label: string, value: ReactNode][] = []
  const recipient = order?.person.name ?? data?.items[0]?.name
  if (recipient) facts.push([t('order.person'), recipient])
  if (order)
    facts.push([
      t('order.gifts'),
      <GiftWithPicture key="gifts" file={order.picture}>
        {order.gifts}
      </GiftWithPicture>,
    ])
  return facts
}

function DecisionForm({ item, me }: { item: Item; me: string }) {
  const t = useTranslate()
  const [isNoteMissing, setNoteMissing] = useState(false)
  const draft = useDraft(`${me}.approval.${item.id}`, { note: '' })
  const approve = useAction('approve', { done: () => t('approval.doneYes') })
  const reject = useAction('rejectApproval', { done: () => t('approval.doneNo') })
  const { note } = draft.values
  return (
    <Card title={t('approval.decide')}>
      <Form
        title={t('approval.decide')}
        titled={false}
        submit={t('approval.yes')}
        beside={
          <ActionButton
            variant="bad"
            busy={reject.busy}
            onClick={() => {
              setNoteMissing(note.trim() === '')
              if (note.trim() === '') return
              void reject.run({ id: item.id, note }).then((done) => done && draft.clear())
            }}
          >
            {t('approval.no')}
          </ActionButton>
        }
        note={t('approval.once')}
        failure={approve.failure ?? reject.failure}
        busy={approve.busy || reject.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          if (await approve.run({ id: item.id, note })) draft.clear()
        }}
      >
        <FormTextArea
          label={t('approval.note')}
          hint={t('approval.noteHelp')}
          issue={isNoteMissing ? t('approval.noteMissing') : null}
          maxLength={500}
          value={note}
          onChange={({ target }) => draft.type({ note: target.value })}
        />
      </Form>
    </Card>
  )
}

const isLater = (from: string | null) => from !== null && Date.parse(from) > Date.now()

/** The waiting period of a new or reset owner, and of an owner who approves alone. */
function WaitingPeriod({ item }: { item: Item }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  if (item.approve_never)
    return <Notice kind="info">{t(`approval.refused.${item.approve_never}`)}</Notice>
  if (item.approve_from === null || !isLater(item.approve_from)) return null
  const time = new Date(item.approve_from).toLocaleString(tagOf(language), {
    timeZone: DEFAULT_ZONE,
    dateStyle: 'long',
    timeStyle: 'short',
  })
  return <Notice kind="info">{t('approval.from', { time })}</Notice>
}

function ApproveAlone({ item }: { item: Item }) {
  const t = useTranslate()
  const action = useAction('approve', { done: () => t('approval.doneYes') })
  return (
    <div className={css.action}>
      <Notice kind="warn">{t('approval.aloneHelp')}</Notice>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
      {isLater(item.approve_from) ? null : (
        <ActionButton
          variant="main"
          busy={action.busy}
          onClick={() => void action.run({ id: item.id })}
        >
          {t('approval.approveAlone')}
        </ActionButton>
      )}
    </div>
  )
}

function WithdrawApproval({ item }: { item: Item }) {
  const t = useTranslate()
  const action = useAction('withdrawApproval', { done: () => t('approval.doneBack') })
  return (
    <div className={css.action}>
      <Notice kind="info">{t('approval.mine')}</Notice>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
      <ActionButton busy={action.busy} onClick={() => void action.run({ id: item.id })}>
        {t('approval.takeBack')}
      </ActionButton>
    </div>
  )
}

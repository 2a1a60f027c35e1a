import { Suspense, useState } from 'react'

import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { FormTextArea, FormCheckbox, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { TimeHint } from '#backoffice/kit/time/TimeHint.tsx'
import { ReleaseOverlaps, Planned } from '#backoffice/modules/content/releases/ReleaseOverlaps.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Overlap } from '#contract/content/releases.staff.ts'
import type { ThemeState } from '#domain/channels/theme-states.ts'
import { momentOfWallTime } from '#domain/time/zone-times.ts'

import css from './ReleasePage.module.css'

type Result = StaffResponse<'release'>

/** Publishes a release at once or at a time, until an optional end. Times are in the time zone of its channels. */
export function PublishForm({
  result,
  me,
  mayOverride,
}: {
  result: Result
  me: string
  /** May publish despite contrast errors. */
  mayOverride: boolean
}) {
  const t = useTranslate()
  const draft = usePublishDraft(result, me)
  const { action, override, isAnyway, values } = draft
  const { from, zone, reason } = values
  const { release, zones } = result
  return (
    <section className={css.part}>
      <h2>{t('release.when')}</h2>
      <Form
        title={t('release.when')}
        titled={false}
        submit={t(from === '' ? 'release.publishNow' : 'release.schedule', {
          count: release.changes,
        })}
        note={t('release.backForDays')}
        failure={
          action.refusal?.refused === 'unusable-value'
            ? `${action.failure ?? ''} ${action.refusal.message ?? ''}`.trim()
            : action.failure
        }
        busy={action.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={draft.publish}
      >
        {zones.length > 1 ? <ZoneField zones={zones} draft={draft} /> : null}
        <TimeFields draft={draft} />
        {from === '' ? <Planned overlaps={plannedBefore(result, values)} zone={zone} /> : null}
        {action.refusal?.refused === 'unusable-value' && isItem(action.refusal.stands) ? (
          <BackofficeLink to={itemAddress(release.id, action.refusal.stands)}>
            {t('release.toItem', { item: action.refusal.stands.id })}
          </BackofficeLink>
        ) : null}
        {action.refusal?.refused === 'overlaps' || isAnyway ? (
          <OverlapsCheck draft={draft} />
        ) : null}
        {action.refusal?.refused === 'unreadable-look' || override ? (
          <ContrastCheck draft={draft} mayOverride={mayOverride} />
        ) : null}
        <FormTextArea
          label={t('reason')}
          {...(override ? { required: true } : { aside: t('release.optional') })}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={({ target }) => draft.type({ reason: target.value })}
        />
      </Form>
    </section>
  )
}

type PublishDraft = ReturnType<typeof usePublishDraft>

function usePublishDraft(result: Result, me: string) {
  const t = useTranslate()
  const { release, zones } = result
  const defaultZone = release.time_zone ?? zones[0]?.zone ?? 'UTC'
  const draft = useDraft(`${me}.publish.${release.id}`, {
    from: '',
    until: '',
    zone: defaultZone,
    reason: '',
  })
  const [override, setOverride] = useState(false)
  const { from, until, zone, reason } = draft.values
  // A confirmation is valid only for these times, because other times can overlap other releases.
  const times = `${from} ${until} ${zone}`
  const [anyway, setAnyway] = useState<string | null>(null)
  const action = useAction('publishRelease', {
    done: ({ release: { state, name }, written, approval }) => {
      if (approval !== null) return t('release.isAsked', { name })
      return state === 'scheduled'
        ? t('release.isScheduled', { name })
        : t('release.isPublished', { count: written })
    },
  })
  async function publish() {
    const done = await action.run({
      id: release.id,
      from: from === '' ? null : from,
      until: until === '' ? null : until,
      time_zone: zone,
      override,
      anyway: anyway === times,
      reason,
    })
    if (done) draft.clear()
  }
  return {
    ...draft,
    action,
    publish,
    override,
    setOverride,
    isAnyway: anyway === times,
    setAnyway: (isAnyway: boolean) => setAnyway(isAnyway ? times : null),
  }
}

/** The planned releases that start before this one ends. Later ones do not conflict with it. */
function plannedBefore({ planned }: Result, { until, zone }: PublishDraft['values']) {
  const end = momentOfWallTime(until, zone)
  return planned.filter(({ from }) => from === null || end === undefined || Date.parse(from) < end)
}

function ZoneField({ zones, draft }: { zones: Result['zones']; draft: PublishDraft }) {
  const t = useTranslate()
  const { nameOf } = useChannels()
  return (
    <FormSelect
      label={t('release.zone')}
      hint={t('release.zoneHelp')}
      value={draft.values.zone}
      onChange={({ target }) => draft.type({ zone: target.value })}
    >
      {zones.map((zone) => (
        <option key={zone.zone} value={zone.zone}>
          {t('release.zoneChoice', {
            zone: zone.zone,
            channels: zone.channels.map(nameOf).join(', '),
          })}
        </option>
      ))}
    </FormSelect>
  )
}

function TimeFields({ draft }: { draft: PublishDraft }) {
  const t = useTranslate()
  const { from, until, zone } = draft.values
  return (
    <>
      <DateField
        label={t('release.goesLive')}
        aside={t('release.optional')}
        withTime
        hint={<TimeHint wallTime={from} zone={zone} empty={t('release.fromHelp', { zone })} />}
        value={from}
        onValue={(from) => draft.type({ from })}
      />
      <DateField
        label={t('release.putsBack')}
        aside={t('release.optional')}
        withTime
        hint={<TimeHint wallTime={until} zone={zone} empty={t('release.untilHelp')} />}
        value={until}
        onValue={(until) => draft.type({ until })}
      />
    </>
  )
}

/** The user can publish although other releases are planned for the same content. */
function OverlapsCheck({
  draft: { values, action, isAnyway, setAnyway },
}: {
  draft: PublishDraft
}) {
  const t = useTranslate()
  return (
    <>
      <Suspense>
        <ReleaseOverlaps
          title={t('release.overlaps')}
          overlaps={overlapsIn(action.refusal?.stands)}
          zone={values.zone}
        />
      </Suspense>
      <FormCheckbox checked={isAnyway} onChange={({ target }) => setAnyway(target.checked)}>
        {t('release.anyway')}
      </FormCheckbox>
    </>
  )
}

function ContrastCheck({
  draft: { action, override, setOverride },
  mayOverride,
}: {
  draft: PublishDraft
  mayOverride: boolean
}) {
  const t = useTranslate()
  return (
    <>
      <ContrastErrors errors={action.refusal?.stands} />
      {mayOverride ? (
        <FormCheckbox checked={override} onChange={({ target }) => setOverride(target.checked)}>
          {t('release.inSpite')}
        </FormCheckbox>
      ) : null}
    </>
  )
}

type MenuItem = { channel: string; id: string }
const isItem = (value: unknown): value is MenuItem =>
  typeof value === 'object' && value !== null && 'channel' in value && 'id' in value

/** The address of a menu item in the menu editor, with this draft. */
const itemAddress = (release: string, { channel, id }: MenuItem) =>
  `/backoffice/content/navigation?${new URLSearchParams({ channel, release }).toString()}#${encodeURIComponent(`item-${id}`)}`

type ContrastError = Pick<ThemeState, 'part' | 'state' | 'contrast'> & { channel: string }
const isContrastError = (value: unknown): value is ContrastError =>
  typeof value === 'object' && value !== null && 'part' in value && 'contrast' in value

const isOverlap = (value: unknown): value is Overlap =>
  typeof value === 'object' && value !== null && 'things' in value && 'until' in value

const overlapsIn = (stands: unknown) => (Array.isArray(stands) ? stands.filter(isOverlap) : [])

/** Parts of the shop with too little contrast, by channel. */
function ContrastErrors({ errors }: { errors: unknown }) {
  const t = useTranslate()
  const known = Array.isArray(errors) ? errors.filter(isContrastError) : []
  if (known.length === 0) return null
  return (
    <Notice kind="warn">
      <h3>{t('release.unreadable')}</h3>
      <ul>
        {known.map(({ channel, part, state, contrast }) => (
          <li key={`${channel} ${part} ${state}`}>
            {channel}: {t(`channel.p.${part}`)} {t(`channel.s.${state}`)} ({contrast})
          </li>
        ))}
      </ul>
    </Notice>
  )
}

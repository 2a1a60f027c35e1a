import { useDraft } from '#backoffice/draft.ts'
import { DeskDate } from '#backoffice/parts/DeskDate.tsx'
import { DeskArea, DeskSelect } from '#backoffice/parts/DeskField.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { momentIn } from '#backoffice/releases/ZoneMoment.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'
import { momentOfWallTime, oddityOfWallTime } from '#domain/zone-times.ts'

import css from './ReleasePage.module.css'

/** At once, or from and until a time on the clocks of its channels, which are named. */
export function PublishForm({ told, me }: { told: DeskAnswer<'release'>; me: string }) {
  const say = useSay()
  const { release, zones } = told
  const usual = release.time_zone ?? zones[0]?.zone ?? 'UTC'
  const draft = useDraft(`${me}.publish.${release.id}`, {
    from: '',
    until: '',
    zone: usual,
    reason: '',
  })
  const { from, until, zone, reason } = draft.values
  const count = release.changes
  const deed = useDeed('publishRelease', {
    done: ({ release: { state, name }, written }) =>
      state === 'scheduled'
        ? say('release.isScheduled', { name })
        : say('release.isPublished', { count: written }),
  })
  return (
    <section className={css.part}>
      <h2>{say('release.when')}</h2>
      <Form
        title={say('release.when')}
        titled={false}
        submit={say(from === '' ? 'release.publishNow' : 'release.schedule', { count })}
        note={say('release.backForDays')}
        wrong={deed.wrong}
        busy={deed.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          const done = await deed.run({
            id: release.id,
            from: from === '' ? null : from,
            until: until === '' ? null : until,
            time_zone: zone,
            reason,
          })
          if (done) draft.clear()
        }}
      >
        {zones.length > 1 ? (
          <DeskSelect
            label={say('release.zone')}
            hint={say('release.zoneHelp')}
            value={zone}
            onChange={({ target }) => draft.type({ zone: target.value })}
          >
            {zones.map((one) => (
              <option key={one.zone} value={one.zone}>
                {say('release.zoneChoice', { zone: one.zone, channels: one.channels.join(', ') })}
              </option>
            ))}
          </DeskSelect>
        ) : null}
        <DeskDate
          label={say('release.goesLive')}
          aside={say('release.optional')}
          withTime
          hint={<TimeHint wall={from} zone={zone} empty={say('release.fromHelp', { zone })} />}
          value={from}
          onValue={(from) => draft.type({ from })}
        />
        <DeskDate
          label={say('release.putsBack')}
          aside={say('release.optional')}
          withTime
          hint={<TimeHint wall={until} zone={zone} empty={say('release.untilHelp')} />}
          value={until}
          onValue={(until) => draft.type({ until })}
        />
        <DeskArea
          label={say('reason')}
          aside={say('release.optional')}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={({ target }) => draft.type({ reason: target.value })}
        />
      </Form>
    </section>
  )
}

/** On the night of a change a time may be none, or two. */
function TimeHint({ wall, zone, empty }: { wall: string; zone: string; empty: string }) {
  const say = useSay()
  const { language } = useDeskLanguage()
  const moment = momentOfWallTime(wall, zone)
  if (moment === undefined) return empty
  const odd = oddityOfWallTime(wall, zone)
  const time = momentIn(new Date(moment), zone, language)
  if (odd === 'skipped') return <b>{say('release.skipped', { zone, time })}</b>
  if (odd === 'twice') return <b>{say('release.twice', { zone })}</b>
  return `${time} (${zone})`
}

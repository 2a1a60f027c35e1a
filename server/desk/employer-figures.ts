import type { Queries } from '#server/db/database.ts'

/** The least of which anything is told: then both those who did and those who did not can be five. */
const LEAST_PEOPLE = 10
const STEP = 5

/**
 * So many or more: in steps of five, and never so many that fewer than five would be left who did not. Whoever knows
 * what one colleague did learns nothing of another by it.
 */
const told = (sql: Queries, count: string, people: string) => sql`
  nullif(least(floor(${sql(count)} / ${STEP}::numeric), floor((${sql(people)} - ${STEP}) / ${STEP}::numeric))::integer * ${STEP}, 0)`

/**
 * What each employer is told until the next night: of its campaigns, and of departments with enough people in them. A single
 * one who comes or orders in between changes nothing of it. Part of the caller's transaction.
 */
export async function noteEmployerFigures(sql: Queries, now: Date): Promise<void> {
  await sql`delete from employer_figure`
  await sql`
    insert into employer_figure (employer_id, campaign_id, channel_id, campaign, department, made_at, people, sent,
      bounced, came, ordered, spent_points, ends_at)
    with person as (
      select campaign.id as campaign_id, coalesce(recipient.department, '') as department,
        coalesce(mail_state in ('waiting', 'sent', 'bounced'), false) as sent, coalesce(mail_state = 'bounced', false) as bounced,
        exists (select from cart where cart.voucher_id = voucher.id) as came,
        exists (select from orders where orders.voucher_id = voucher.id and orders.state <> 'cancelled') as ordered,
        purse.granted, purse.spent, nullif(voucher.valid_until, 'infinity') as until
      from campaign join voucher_batch batch on batch.campaign_id = campaign.id and batch.undone_at is null
        join voucher on voucher.batch_id = batch.id join purse on purse.voucher_id = voucher.id
        left join recipient on recipient.voucher_id = voucher.id
    ), parts as (
      select campaign_id, '' as department, count(*) as people, count(*) filter (where sent) as sent,
        count(*) filter (where bounced) as bounced, count(*) filter (where came) as came, count(*) filter (where ordered) as ordered, sum(granted) as granted, sum(spent) as spent, max(until) as until
      from person group by campaign_id
      union all
      select campaign_id, department, count(*), count(*) filter (where sent), count(*) filter (where bounced), count(*) filter (where came), count(*) filter (where ordered),
        sum(granted), sum(spent), max(until)
      from person where department <> '' group by campaign_id, department
    ), steps as (
      select *, ${told(sql, 'came', 'people')} as told_came, ${told(sql, 'ordered', 'people')} as told_ordered,
        greatest(1, ceil(granted::numeric * ${STEP} / people))::integer as points_step
      from parts where people >= ${LEAST_PEOPLE}
    )
    select employer_id, campaign.id, channel_id, campaign.name, department, ${now}, people,
      nullif(sent / ${STEP} * ${STEP}, 0), nullif(bounced / ${STEP} * ${STEP}, 0), told_came, told_ordered,
      case when told_ordered is not null then
        nullif(least(floor(spent::numeric / points_step), floor((granted - points_step)::numeric / points_step))::integer
          * points_step, 0) end,
      until
    from steps join campaign on campaign.id = campaign_id`
}

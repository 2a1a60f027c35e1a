/** Minimum group size for figures. It allows five people on each side. */
export const MIN_GROUP_SIZE = 10
const STEP = 5

/** The size of a group, its points, and its real counts, which are not published. */
export type PeopleSums = {
  people: number
  granted: number
  came: number
  ordered: number
  spent: number
}

/** Lower bounds. null: below one step, or not publishable. */
export type PublishedFigures = { came: number | null; ordered: number | null; spent: number | null }

/**
 * One real count of a group and its maximum. `inferredLimit` is a lower maximum that follows from other published
 * figures. Nothing is published of a group with `unpublished`; of 'few' a reader can infer no minimum either.
 */
type Measure = {
  actual: number
  limit: number
  inferredLimit?: number
  unpublished?: 'few' | 'many'
}
/**
 * What a reader can infer about the real count: it is between `published` and `most`. `minimum` is the highest minimum
 * that a reader may infer from everything that is published.
 */
type Inference = { published: number; most: number; minimum: number }

const floorTo = (value: number, step: number) => Math.floor(value / step) * step
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** The highest figure to publish: at least one step below the maximum. */
const highestPublished = (limit: number, step: number) => Math.max(0, floorTo(limit - step, step))
const publishedStep = ({ actual, limit }: Measure, step: number) =>
  Math.max(0, Math.min(floorTo(actual, step), highestPublished(limit, step)))

/**
 * Mails of a campaign or department, in steps; null: below one step. If the campaign has sent no mail at all, the
 * result is an exact zero, because it reveals nothing about a person.
 */
export const roundedMailCount = (count: number, sentOfCampaign: number): number | null =>
  sentOfCampaign === 0 ? 0 : floorTo(count, STEP) || null

function inferenceFrom(measure: Measure, step: number): Inference {
  const { limit, inferredLimit = limit, unpublished } = measure
  const oneStepBelow = Math.max(0, limit - step)
  if (unpublished) {
    const minimum = unpublished === 'few' ? 0 : Math.min(inferredLimit, oneStepBelow)
    return { published: 0, most: inferredLimit, minimum }
  }
  const published = publishedStep(measure, step)
  const isHighest = published === highestPublished(limit, step)
  const mostOfFigure = isHighest ? limit : published + step - 1
  return {
    published,
    most: Math.max(published, Math.min(inferredLimit, mostOfFigure)),
    minimum: isHighest ? Math.max(published, oneStepBelow) : published,
  }
}

/**
 * The figures that an employer sees of a campaign and of its large enough departments. Small departments are hidden.
 * The campaign's figure is at most the sum of all maxima minus the largest uncertainty of one group. So subtracting
 * the departments from the campaign reveals nothing about the hidden group, and nothing more about a department. This
 * limit uses only published figures, so the limit itself reveals nothing.
 */
export function publishedFigures<Department extends PeopleSums>(
  campaign: PeopleSums,
  allDepartments: readonly Department[],
): {
  campaign: PublishedFigures
  departments: { department: Department; published: PublishedFigures }[]
} | null {
  if (campaign.people < MIN_GROUP_SIZE) return null
  const departments = allDepartments.filter(({ people }) => people >= MIN_GROUP_SIZE)
  const hidden = without(campaign, departments)
  const groups: PeopleSums[] = hidden.people > 0 ? [...departments, hidden] : [...departments]
  // One points step for all groups, from the group with the most points per person, so that sums of steps are steps
  // too.
  const pointsStep = Math.max(
    1,
    ...groups.map(({ granted, people }) => Math.ceil((granted * STEP) / people)),
  )

  function publish(measureOf: (group: PeopleSums, index: number) => Measure, step: number) {
    const inferences = groups.map((group, index) => {
      const measure = measureOf(group, index)
      if (group !== hidden) return inferenceFrom(measure, step)
      const unpublished = group.people < MIN_GROUP_SIZE ? 'few' : 'many'
      return inferenceFrom({ unpublished, ...measure }, step)
    })
    const mostOfAll = sumOf(inferences.map(({ most }) => most))
    const largestUncertainty = Math.max(...inferences.map(({ most, minimum }) => most - minimum))
    const { actual, limit } = measureOf(campaign, groups.length)
    const total = Math.min(
      publishedStep({ actual, limit }, step),
      floorTo(mostOfAll - largestUncertainty, step),
    )
    return { inferences, total }
  }

  const came = publish(({ came, people }) => ({ actual: came, limit: people }), STEP)
  const ordered = publish(({ ordered, people }) => ({ actual: ordered, limit: people }), STEP)
  // The hidden group cannot have ordered more than the campaign minus the departments.
  const mostHiddenOrders =
    ordered.total + STEP - 1 - sumOf(ordered.inferences.map(({ published }) => published))
  const spent = publish((group, index) => {
    const { spent: actual, granted: limit, people } = group
    const orders = ordered.inferences[index]
    if (!orders) return { actual, limit }
    const mostOrders = group === hidden ? Math.min(orders.most, mostHiddenOrders) : orders.most
    const inferredLimit = Math.min(limit, mostOrders * Math.floor(limit / people))
    const measure = { actual, limit, inferredLimit }
    const hidesOrders = group !== hidden && orders.published === 0
    return hidesOrders ? { ...measure, unpublished: 'few' } : measure
  }, pointsStep)

  return {
    campaign: figuresOf(came.total, ordered.total, spent.total),
    departments: departments.map((department, index) => ({
      department,
      published: figuresOf(
        came.inferences[index]?.published ?? 0,
        ordered.inferences[index]?.published ?? 0,
        spent.inferences[index]?.published ?? 0,
      ),
    })),
  }
}

const figuresOf = (came: number, ordered: number, spent: number): PublishedFigures => ({
  came: came || null,
  ordered: ordered || null,
  spent: ordered === 0 ? null : spent || null,
})

function without(campaign: PeopleSums, departments: readonly PeopleSums[]): PeopleSums {
  const remaining = (key: keyof PeopleSums) =>
    campaign[key] - sumOf(departments.map((department) => department[key]))
  return {
    people: remaining('people'),
    granted: remaining('granted'),
    came: remaining('came'),
    ordered: remaining('ordered'),
    spent: remaining('spent'),
  }
}

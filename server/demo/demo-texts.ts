import type { EntityType } from '#domain/catalog/variants';
import { demoSizes, randomOf } from '#server/demo/demo-ids';
import { type DemoPerson, makePerson, makeTitle, titlesAbout } from '#server/demo/demo-names';
import type { SeededRandom } from '#server/demo/seeded-random';
import { type Topic, topics } from '#server/demo/topics';

/** What a demo entity is called and is about. */
export interface DemoTexts {
  readonly topic: Topic;
  readonly name: string;
  readonly description: string | null;
}

/** The topic of the entity with this number: topics take turns. */
export function topicOf(number: number): Topic {
  const topic = topics[number % topics.length];
  if (!topic) throw new Error('there are no topics');
  return topic;
}

/** The number of a random entity of a type with the same topic as this number. */
export const numberOfSameTopic = (random: SeededRandom, entity: EntityType, number: number): number =>
  (number % topics.length) + topics.length * random.integerBelow(Math.floor(demoSizes[entity] / topics.length));

/** The person behind a demo pinner. */
export const demoPerson = (number: number): DemoPerson => makePerson(randomOf('pinner', number, 'texts'), number);

/** The titles that the pins of each topic may have: about as many of its own as about its subjects. */
const pinTitles: ReadonlyMap<Topic, readonly string[]> = new Map(
  topics.map((topic) => {
    const aboutSubjects = topic.subjects.flatMap(titlesAbout);
    const repetitions = Math.max(1, Math.round(aboutSubjects.length / topic.pins.length));
    return [topic, [...Array.from({ length: repetitions }, () => topic.pins).flat(), ...aboutSubjects]];
  }),
);

/** What an entity is about, and a board of its topic. */
const makeSentences = (random: SeededRandom, topic: Topic, subject: string) => `${subject}. ${random.pick(topic.boards)}.`;

/** The texts of a demo entity, which depend on nothing but its type and number: pictures show them without a look at the database. */
export function demoTexts(entity: EntityType, number: number): DemoTexts {
  const topic = topicOf(number);
  const random = randomOf(entity, number, 'texts');
  if (entity === 'pinner') {
    const { name } = makePerson(random, number);
    const introduction = random.pick(topic.pinnerDescriptions);
    return {
      topic,
      name,
      description: random.withProbability(0.85)
        ? `${introduction}. ${makeSentences(random, topic, random.pick(topic.pins))}`
        : introduction,
    };
  }
  const subject = random.pick(entity === 'board' ? topic.boards : (pinTitles.get(topic) ?? topic.pins));
  const name = makeTitle(random, subject, topic.isEnglish);
  const about = entity === 'board' ? random.pick(topic.pins) : subject;
  return { topic, name, description: random.withProbability(0.85) ? makeSentences(random, topic, about) : null };
}

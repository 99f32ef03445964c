import type { RemoteTopics } from 'shared-api';

/** Publish and subscribe between modules. */
export interface Topics {
  subscribe<Topic extends keyof RemoteTopics>(
    topic: Topic,
    listener: (payload: RemoteTopics[Topic]) => void,
  ): () => void;
  publish<Topic extends keyof RemoteTopics>(topic: Topic, payload: RemoteTopics[Topic]): void;
}

export function createTopics(): Topics {
  const listeners = new Map<keyof RemoteTopics, Set<(payload: never) => void>>();
  return {
    subscribe(topic, listener) {
      const subscribers = listeners.get(topic) ?? new Set();
      listeners.set(topic, subscribers.add(listener));
      return () => subscribers.delete(listener);
    },
    publish(topic, payload) {
      for (const listener of [...(listeners.get(topic) ?? [])]) listener(payload as never);
    },
  };
}

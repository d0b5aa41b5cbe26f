"""The Senseval word-sense scorer: answers, key and sense map to precision and recall."""

from legacy_scorers import refuse_strangers

refuse_strangers("scorer2", "common")

"""Reads task files: MAT 2.0's grammar with annotation set descriptors, and MAT 1.3's grammar with tags."""

from __future__ import annotations

from copy import deepcopy
from math import isfinite, nan

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.py27 import real
from legacy_scorers.mat_score.annotations import (
    ANNOTATION,
    BOOLEAN,
    CONTENT,
    FLOAT,
    INT,
    KINDS,
    LIST,
    SET,
    STRING,
    TOKEN,
    Attribute,
    DecodeError,
    RefusedError,
    value_of_python2,
)
from legacy_scorers.mat_score.document_type import check_document_type
from legacy_scorers.mat_score.encoding import shown
from legacy_scorers.mat_score.options import V1, V2
from legacy_scorers.mat_score.tasks.profiles import Dimension, ScoreProfile, SimilarityProfile, TagProfile
from legacy_scorers.mat_score.tasks.task import AnnotationTask, LabelSet, TaskLabel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

    from legacy_scorers.mat_score.annotations import Restriction

ROOT_TASK = "MAT Root Task"
CLOSED = ADMIN, ZONE = ("admin", "zone")  # names of the label sets that no task can extend
STATUSES = ("non-gold", "human gold", "reconciled", "ignore during reconciliation")


class TaskError(InputError):
    """An error in a task file, with the file and the element's line."""

    def __init__(self, element: _Element, problem: str) -> None:
        line = element.sourceline
        super().__init__(problem, element.getroottree().docinfo.URL, line if isinstance(line, int) else None)


def parse_task_file(path: str, source: bytes) -> _Element:
    """Return the root element of a task file, without comments. ``path`` names it in errors.

    Entities and default values of attributes are errors. Raises :class:`InputError`.
    """
    try:
        from lxml import etree
    except ImportError:
        raise InputError("task files are read by lxml; install it: python3 -m pip install lxml", path) from None

    path = shown(path).encode("utf-8", "backslashreplace").decode()
    _check_document_type(source, path)
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(source, parser, base_url=path)
    except etree.XMLSyntaxError as error:
        if b"<!DOCTYPE" in source and b"<!ENTITY" in source:  # lxml's message about too many entities does not help
            raise _entities_refused(path, source) from None
        raise InputError(f"not well-formed XML: {error.msg}", path, error.lineno) from None
    declared = root.getroottree().docinfo.internalDTD
    if declared is not None and any(True for _ in declared.iterentities()):  # type: ignore[union-attr]
        raise _entities_refused(path, source)
    return root


def _check_document_type(source: bytes, path: str) -> None:
    try:
        check_document_type(source)
    except RefusedError as error:
        raise InputError(str(error), path, error.line) from None
    except DecodeError:
        return  # lxml says what is wrong, or knows the encoding


def _entities_refused(path: str, source: bytes) -> InputError:
    line = source.count(b"\n", 0, max(source.find(b"<!ENTITY"), 0)) + 1
    return InputError("a task file must not declare entities; write out their texts", path, line)


def _required(element: _Element, name: str) -> str:
    value = element.get(name)
    if value is None:
        raise TaskError(element, f"<{element.tag}> needs the attribute {name}")
    return value


def _items(text: str) -> tuple[str, ...]:
    return tuple([item.strip() for item in text.split(",")])


def add_tasks(tasks: dict[str, AnnotationTask], path: str, source: bytes, version: str) -> None:
    """Add the tasks of a file, whose content is ``source``, in the grammars of a MAT ``version``.

    The last task of a name replaces the others. A parent may be anywhere in the same file, or in a file read before.
    Raises :class:`InputError`.
    """
    if not tasks:
        tasks[ROOT_TASK] = _root_task(version)
    root = parse_task_file(path, source)
    if root.tag not in ("task", "tasks"):
        raise TaskError(root, f"the root must be <task> or <tasks>, not <{root.tag}>")
    elements: dict[str, _Element] = {}
    for element in [root] if root.tag == "task" else root.findall("task"):
        name = _required(element, "name")
        if name == ROOT_TASK:
            raise TaskError(element, f"{name} is the name of the task that all others inherit from")
        elements[name] = element
    for name in elements:
        tasks.pop(name, None)
    for name in elements:
        for ancestor in _lineage(name, elements, tasks):
            tasks[ancestor] = _task(ancestor, elements[ancestor], tasks, path, version)


def _lineage(name: str, elements: Mapping[str, _Element], tasks: Mapping[str, AnnotationTask]) -> list[str]:
    """Return the names of the task and its ancestors that are not built yet, the outermost ancestor first."""
    lineage: list[str] = []
    while name in elements and name not in tasks:
        if name in lineage:
            raise TaskError(elements[name], f"the task {name} inherits from itself")
        lineage.append(name)
        name = elements[name].get("parent") or ROOT_TASK
    if name not in tasks:
        raise TaskError(elements[lineage[-1]], f"there is no task named {name} to inherit from")
    return lineage[::-1]


def _task(name: str, element: _Element, tasks: Mapping[str, AnnotationTask], path: str, version: str) -> AnnotationTask:
    parent = tasks[element.get("parent") or ROOT_TASK]
    tags = element.findall("tags")
    if tags and version == V2:
        raise TaskError(tags[0], f"<tags> is the grammar of MAT 1.3; set MATSCORE_VERSION={V1} to use it")
    if version == V2 and not element.findall("workflows"):
        raise TaskError(element, f"the task {name} has no <workflows>")
    descriptors = element.findall("annotation_set_descriptors")
    label_sets = [deepcopy(found) for found in tasks[ROOT_TASK].label_sets if found.category in CLOSED]
    if tags:
        label_sets += _read_tags(tags[0], parent)
    elif descriptors:
        label_sets += _read_descriptors(descriptors[0], parent)
        if version == V2:
            _check_restrictions(name, descriptors[0])
    all_known = bool(descriptors) and descriptors[0].get("all_annotations_known") == "yes"
    task = AnnotationTask(name, path, label_sets, all_known, element.get("visible") != "no")
    if version == V2:
        task.similarity_profiles = [_similarity_profile(child) for child in element.findall("similarity_profile")]
        task.score_profiles = [_score_profile(child) for child in element.findall("score_profile")]
    return task


def _root_task(version: str) -> AnnotationTask:
    """Return the implicit parent of all tasks: tokens, zones and administrative labels."""
    label_sets: dict[str | None, LabelSet] = {}
    for label in (*_own_labels(version), TaskLabel("lex", TOKEN)):
        label_set = label_sets.setdefault(label.category, LabelSet(label.category, label.category, {}))
        label_set.labels[label.label] = label
    return AnnotationTask(ROOT_TASK, "", list(label_sets.values()), visible=False)


def _own_labels(version: str) -> list[TaskLabel]:
    """Return the labels that MAT declares in every task: the kinds of text, what is annotated, votes in reconciliation.

    In MAT 2.0 documents cannot extend them; the documentation of MAT 1.3 says nothing about their attributes.
    """
    if version == V1:
        return [TaskLabel("zone", ZONE), TaskLabel("SEGMENT", ADMIN), TaskLabel("VOTE", ADMIN, has_span=False)]
    status, new = Attribute("status", choices=STATUSES), Attribute("new", choices=("no", "yes"))
    segment = Attribute("segment", ANNOTATION, restrictions=(("SEGMENT", {}),))
    of_segment = (Attribute("annotator"), status, Attribute("to_review"), Attribute("reviewed_by"))
    of_vote = (*map(Attribute, ("content", "comment", "chosen")), new, segment)
    return [
        TaskLabel("zone", ZONE, all_attributes_known=True, attributes=(Attribute("region_type"),)),
        TaskLabel("SEGMENT", ADMIN, all_attributes_known=True, attributes=of_segment),
        TaskLabel("VOTE", ADMIN, has_span=False, all_attributes_known=True, attributes=of_vote),
    ]


def _read_descriptors(element: _Element, parent: AnnotationTask) -> list[LabelSet]:
    inherit = element.get("inherit")
    label_sets = _select(_items(inherit) if inherit else (), parent)
    for child in element.findall("annotation_set_descriptor"):
        label_set = LabelSet(child.get("name"), child.get("category"), {})
        label_sets.append(label_set)
        for declaration in child.findall("annotation"):
            label = _required(declaration, "label")
            all_known = declaration.get("all_attributes_known") == "yes"
            label_set.labels[label] = TaskLabel(label, label_set.category, declaration.get("span") != "no", all_known)
        for declaration in child.findall("attribute"):
            _add_attribute(declaration, label_sets)
    return label_sets


def _select(wanted: tuple[str, ...], parent: AnnotationTask) -> list[LabelSet]:
    """Return copies of the parent's label sets that ``wanted`` names directly or as ``category:CATEGORY``."""
    return [
        deepcopy(found)
        for found in parent.label_sets
        if found.name not in CLOSED and (found.name in wanted or f"category:{found.category}" in wanted)
    ]


def _add_attribute(element: _Element, label_sets: list[LabelSet]) -> None:
    attribute = _read_attribute(element)
    for label in _owners(element):
        declared = [found.labels[label] for found in label_sets if label in found.labels]
        if not declared:
            raise TaskError(element, f"the attribute {attribute.name} belongs to {label}, which is not declared")
        if attribute.default_is_text and not declared[-1].has_span:
            raise TaskError(element, f"the attribute {attribute.name} cannot be the text of {label}, which has no span")
        declared[-1].add(attribute)


def _owners(element: _Element) -> tuple[str, ...]:
    labels = _required(element, "of_annotation")
    return _items(labels) if labels else ()


def _check_restrictions(task: str, descriptors: _Element) -> None:
    for element in descriptors.iter("attribute"):
        if element.get("type") == ANNOTATION and _owners(element) and not element.findall("label_restriction"):
            raise TaskError(
                element,
                f"For task {task}: checking the annotation repository generated the following error: "
                f"label_restrictions required for annotation attribute '{element.get('name')}' of annotation types "
                f"{', '.join(_owners(element))}",
            )


def _read_attribute(element: _Element) -> Attribute:
    name = _required(element, "name")
    kind = element.get("type") or STRING
    aggregation = element.get("aggregation", "none")
    if kind not in KINDS:
        raise TaskError(element, f"the type {kind} of the attribute {name} is not one of {', '.join(KINDS)}")
    if aggregation not in ("none", SET, LIST):
        raise TaskError(element, f"the aggregation {aggregation} of the attribute {name} is not none, set or list")
    choices = {
        _value(choice, kind, choice.text or ""): choice.get("effective_label") for choice in element.findall("choice")
    }
    effective = {value: label for value, label in choices.items() if label is not None}
    if effective and len(effective) < len(choices):
        raise TaskError(element, f"all choices of the attribute {name} need an effective label, or none")
    many = None if aggregation == "none" else aggregation
    bounds = _read_bounds(element, kind)
    restrictions = tuple([_restriction(child) for child in element.findall("label_restriction")])
    attribute = Attribute(name, kind, many, tuple(choices) or None, effective, bounds, restrictions)
    attribute.distinguishing = element.get("distinguishing_attribute_for_equality") == "yes"
    attribute.default_is_text = element.get("default_is_text_span") == "yes"
    _read_default(element, attribute)
    return attribute


def _restriction(element: _Element) -> Restriction:
    values: dict[str, str] = {}
    for child in element.findall("attributes"):
        values.update({str(name): str(value) for name, value in child.attrib.items()})
    return _required(element, "label"), values


def _read_default(element: _Element, attribute: Attribute) -> None:
    """Set the default of an attribute, which may be an empty text even for whole numbers, as in MAT."""
    text, kind, name = element.get("default"), attribute.kind, attribute.name
    if text is None and not attribute.default_is_text:
        return
    if text is not None and attribute.default_is_text:
        raise TaskError(element, f"the attribute {name} has both a default and default_is_text_span")
    if kind == ANNOTATION or attribute.aggregation is not None or (attribute.default_is_text and kind == BOOLEAN):
        raise TaskError(element, f"the attribute {name} is of a type that cannot have this default")
    if text is None:
        return
    if kind == FLOAT and text.strip().lstrip("+-").isdigit():
        raise TaskError(element, f"the default {text!r} of the attribute {name} is a whole number, not a float")
    try:
        attribute.default = attribute.allowed(value_of_python2(kind, text) if text or kind != INT else text)
    except DecodeError as problem:
        raise TaskError(element, f"the default of the attribute {name} does not fit: {problem}") from None


def _read_bounds(element: _Element, kind: str) -> tuple[float | None, float | None]:
    limits: dict[str, float] = {}
    for child in element.findall("range"):
        for end in ("from", "to"):
            if text := child.get(end):
                limit = _value(child, kind, text)
                if kind not in (INT, FLOAT) or not isinstance(limit, (int, float)):
                    raise TaskError(child, f"a <range> is only for attributes of the type {INT} or {FLOAT}, not {kind}")
                limits[end] = limit
    return limits.get("from"), limits.get("to")


def _value(element: _Element, kind: str, text: str) -> object:
    try:
        return value_of_python2(kind, text if kind == STRING else text.strip())
    except DecodeError as problem:
        raise TaskError(element, str(problem)) from None


def _read_tags(element: _Element, parent: AnnotationTask) -> list[LabelSet]:
    wanted: tuple[str, ...] = ("category:token", "category:zone") if element.get("inherit_structure") == "yes" else ()
    if element.get("inherit_content") == "yes":
        wanted += (f"category:{CONTENT}",)
    label_sets = _select(wanted, parent)
    own: dict[str | None, LabelSet] = {}
    for child in element.findall("tag"):
        declared = _read_tag(child)
        label_set = own.setdefault(declared.category, LabelSet(declared.category, declared.category, {}))
        label_set.labels[declared.label] = declared
    return label_sets + list(own.values())


def _read_tag(element: _Element) -> TaskLabel:
    declared = TaskLabel(_required(element, "name"), element.get("category"))
    for child in element.findall("attr_set"):
        values = {_required(attr, "name"): _required(attr, "value") for attr in child.findall("attr")}
        if not values:
            raise TaskError(child, "an <attr_set> needs at least one <attr>")
        declared.attribute_sets.append((_required(child, "name"), values))
    return declared


def _similarity_profile(element: _Element) -> SimilarityProfile:
    strata = tuple([_true_labels(child) for child in element.findall("stratum")])
    tag_profiles = tuple([_tag_profile(child) for child in element.findall("tag_profile")])
    return SimilarityProfile(element.get("name") or None, strata, tag_profiles)


def _tag_profile(element: _Element) -> TagProfile:
    equivalences = {
        _required(child, "name"): _items(_required(child, "attrs")) for child in element.findall("attr_equivalences")
    }
    dimensions = tuple([_dimension(child) for child in element.findall("dimension")])
    if not dimensions:
        raise TaskError(element, "a tag profile needs at least one dimension")
    if not sum([dimension.weight for dimension in dimensions]):
        raise TaskError(element, "the weights of the dimensions add up to 0")
    return TagProfile(_true_labels(element), dimensions, equivalences)


def _dimension(element: _Element) -> Dimension:
    name, text = _required(element, "name"), _required(element, "weight")
    try:
        weight = real(text)
    except ValueError:
        weight = nan
    if not isfinite(weight):
        raise TaskError(element, f"the weight {text!r} is not a number")
    own = ("name", "weight", "method")
    params = {str(name): str(value) for name, value in element.attrib.items() if name not in own}
    return Dimension(name, weight, element.get("method"), params)


def _score_profile(element: _Element) -> ScoreProfile:
    aggregations = {_required(child, "name"): _true_labels(child) for child in element.findall("aggregation")}
    decompositions = tuple(
        [(_true_labels(child), _items(_required(child, "attrs"))) for child in element.findall("attr_decomposition")]
    )
    methods = tuple([_required(child, "method") for child in element.findall("partition_decomposition")])
    limitations = element.findall("label_limitation")
    limitation = tuple([label for child in limitations for label in _true_labels(child)]) if limitations else None
    return ScoreProfile(element.get("name") or None, aggregations, decompositions, methods, limitation)


def _true_labels(element: _Element) -> tuple[str, ...]:
    return _items(_required(element, "true_labels"))

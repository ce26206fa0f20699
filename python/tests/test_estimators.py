"""Estimators with the conventions of scikit-learn."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pytest

import pagekin


@pytest.fixture(scope="module")
def truth(pages, labels):
    by_page = pagekin.read_labels(labels)
    return [by_page[url] for url, _ in pages]


def test_fit_and_predict(pages, result):
    clusterer = pagekin.TemplateClusterer()
    assert clusterer.fit(pages) is clusterer
    assert clusterer.labels_.tolist() == result.labels_.tolist()
    assert clusterer.fit_predict(pages).tolist() == result.labels_.tolist()
    assert clusterer.predict(pages).tolist() == result.labels_.tolist()
    assert clusterer.predict(pages[5:9]).tolist() == result.labels_[5:9].tolist()
    assert clusterer.predict([("http://elsewhere.example/", "<table><td>")]).tolist() == [-1]
    assert clusterer.predict([]).shape == (0,)
    assert clusterer.n_clusters_ == len(clusterer.templates_) == len(result.templates)


def test_skipped_pages_keep_their_place(pages):
    clusterer = pagekin.TemplateClusterer().fit([*pages[:20], b"", *pages[20:40]])
    assert len(clusterer.labels_) == 41 and clusterer.labels_[20] == -1
    assert clusterer.predict([pages[0], b"", pages[1]])[1] == -1


def test_methods_without_predict(pages):
    clusterer = pagekin.TemplateClusterer(method="md5").fit(pages)
    with pytest.raises(AttributeError, match="auto can"):
        clusterer.predict(pages)


def test_not_fitted():
    with pytest.raises((ValueError, AttributeError), match="not fitted"):
        pagekin.TemplateClusterer().predict(["<p>"])
    with pytest.raises((ValueError, AttributeError), match="not fitted"):
        pagekin.TemplateClassifier().predict(["<p>"])


@pytest.mark.parametrize("kind", ["TemplateClusterer", "TemplateClassifier"])
def test_parameters(kind):
    make = getattr(pagekin, kind)
    estimator = make(measure="pq_gram:p=3", n_jobs=2)
    assert estimator.get_params()["measure"] == "pq_gram:p=3"
    estimator.set_params(n_jobs=None)
    assert estimator.n_jobs is None
    with pytest.raises(ValueError):
        estimator.set_params(colour=1)
    assert kind in repr(estimator)
    assert make(**estimator.get_params()).get_params() == estimator.get_params()


def test_refit_forgets(pages):
    clusterer = pagekin.TemplateClusterer().fit(pages)
    clusterer.fit(pages[:30])
    assert len(clusterer.labels_) == 30
    clusterer.set_params(method="md5").fit(pages[:30])
    with pytest.raises(AttributeError):
        clusterer.predict(pages)


def test_pickle(pages, truth):
    clusterer = pagekin.TemplateClusterer().fit(pages)
    again = pickle.loads(pickle.dumps(clusterer))
    assert again.predict(pages).tolist() == clusterer.predict(pages).tolist()
    classifier = pagekin.TemplateClassifier().fit(pages, truth)
    copy = pickle.loads(pickle.dumps(classifier))
    assert copy.predict(pages[:50]).tolist() == classifier.predict(pages[:50]).tolist()


def test_classifier(pages, truth):
    half = [i for i in range(240) if i % 2]
    rest = [i for i in range(240) if not i % 2]
    classifier = pagekin.TemplateClassifier().fit([pages[i] for i in half], [truth[i] for i in half])
    assert set(classifier.classes_) == {truth[i] for i in half}
    found = classifier.predict([pages[i] for i in rest])
    assert found.shape == (120,)
    score = classifier.score([pages[i] for i in rest], [truth[i] for i in rest])
    assert score > 0.8
    scores = classifier.decision_scores([pages[i] for i in rest])
    assert scores.shape == (120,) and ((scores >= 0) & (scores <= 1)).all()
    assert classifier.predict(["<marquee><blink>"])[0] == "none"
    assert classifier.set_params(none=None).predict(["<marquee><blink>"])[0] is None
    assert classifier.predict([]).shape == (0,)


def test_labels_of_any_kind(pages, truth):
    numbers = {name: i for i, name in enumerate(sorted(set(truth)))}
    classifier = pagekin.TemplateClassifier(measure="fingerprint", none=-1)
    classifier.fit(pages, np.array([numbers[name] for name in truth]))
    found = classifier.predict(pages)
    assert np.issubdtype(found.dtype, np.integer)
    partly = [name if i % 3 else None for i, name in enumerate(truth)]
    assert pagekin.TemplateClassifier(measure="fingerprint").fit(pages, partly).predict(pages[:5]).shape == (5,)
    with pytest.raises(ValueError, match="needs labels"):
        classifier.fit(pages, None)


def test_threads_do_not_matter(pages):
    one = pagekin.TemplateClusterer(n_jobs=1).fit(pages)
    many = pagekin.TemplateClusterer(n_jobs=-1).fit(pages)
    assert one.labels_.tolist() == many.labels_.tolist()


def test_without_scikit_learn(crawl):
    code = f"""
import sys
sys.modules["sklearn"] = None
import pagekin
pages = [(page.url, page.html) for page in pagekin.read({crawl!r})]
clusterer = pagekin.TemplateClusterer().fit(pages)
assert "sklearn.base" not in sys.modules
assert (clusterer.predict(pages) == clusterer.labels_).all()
clusterer.set_params(**clusterer.get_params())
classifier = pagekin.TemplateClassifier(measure="fingerprint").fit(pages, clusterer.labels_)
assert classifier.score(pages, clusterer.labels_) > 0.5
print(clusterer)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_conventions_of_scikit_learn(pages, truth):
    sklearn = pytest.importorskip("sklearn")
    from sklearn.base import clone, is_classifier, is_clusterer
    from sklearn.model_selection import GridSearchCV, cross_val_score
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer

    assert sklearn
    clusterer = pagekin.TemplateClusterer(method="fingerprint:length=30")
    assert is_clusterer(clusterer) and is_classifier(pagekin.TemplateClassifier())
    assert clone(clusterer).get_params() == clusterer.get_params()
    documents = np.array([html.decode("utf-8", "replace") for _, html in pages], dtype=object)
    lower = FunctionTransformer(_lower)
    pipeline = make_pipeline(lower, pagekin.TemplateClusterer(method="md5"))
    assert pipeline.fit_predict(documents).shape == (240,)
    classifier = pagekin.TemplateClassifier(measure="fingerprint")
    scores = cross_val_score(classifier, documents, truth, cv=3)
    assert scores.shape == (3,) and scores.mean() > 0.5
    grid = GridSearchCV(classifier, {"measure": ["fingerprint", "md5"]}, cv=2, n_jobs=2)
    grid.fit(documents, truth)
    assert grid.best_params_["measure"] in {"fingerprint", "md5"}


def test_the_checks_of_scikit_learn():
    """Those that need a matrix of numbers are skipped for a stated reason; all others pass."""
    pytest.importorskip("sklearn", minversion="1.6")
    from sklearn.utils import get_tags
    from sklearn.utils.estimator_checks import check_estimator

    for kind in (pagekin.TemplateClusterer, pagekin.TemplateClassifier, pagekin.TemplateFeatures):
        tags = get_tags(kind())
        assert tags.input_tags.string and not tags.input_tags.two_d_array
        with pytest.warns(match="Can't test estimator") as said:
            results = check_estimator(kind(), on_fail=None)
        assert any("string=True" in str(one.message) for one in said)
        failed = {result["check_name"]: result["exception"] for result in results if result["status"] == "failed"}
        assert not failed and any(result["status"] == "passed" for result in results)


def test_decision_function(pages):
    clusterer = pagekin.TemplateClusterer().fit([html for _, html in pages])
    strange = ["<svg><rect/></svg>" * 20, "plain text"]
    documents = [html for _, html in pages[:50]] + strange
    found = clusterer.decision_function(documents)
    assert ((found > 0) == (clusterer.predict(documents) >= 0)).all() and (found[:50] > 0).all()
    with pytest.raises(AttributeError, match="no threshold"):
        pagekin.TemplateClusterer("fingerprint").fit([html for _, html in pages]).decision_function(documents)


def test_features(pages, truth):
    pytest.importorskip("scipy")
    pytest.importorskip("sklearn")
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    documents = [html for _, html in pages]
    for kind in ("marks", "class_names", "elements"):
        made = pagekin.TemplateFeatures(kind).fit_transform(documents)
        assert made.shape == (240, 2**18) and made.nnz > 240
        few = pagekin.TemplateFeatures(kind, n_features=7, binary=True).transform(documents)
        assert few.shape == (240, 7) and few.max() == 1
    counts = pagekin.features(documents[0])["elements"]
    one = pagekin.TemplateFeatures("elements").transform(documents[:1])
    assert one.sum() == sum(counts.values())
    assert pagekin.TemplateFeatures().transform([]).shape == (0, 2**18)
    pipeline = make_pipeline(pagekin.TemplateFeatures(n_features=4096), LogisticRegression(max_iter=500))
    assert pipeline.fit(documents[::2], truth[::2]).score(documents[1::2], truth[1::2]) > 0.9
    with pytest.raises(pagekin.OptionError, match="marks, class_names or elements"):
        pagekin.TemplateFeatures("tags").fit(documents)


def _lower(documents):
    return np.array([text.lower() for text in documents], dtype=object)


def test_joblib(pages):
    joblib = pytest.importorskip("joblib")
    found = joblib.Parallel(n_jobs=2)(joblib.delayed(pagekin.fingerprint)(html) for _, html in pages[:20])
    assert found == [pagekin.fingerprint(html) for _, html in pages[:20]]
    many = joblib.Parallel(n_jobs=2, backend="threading")(
        joblib.delayed(pagekin.similarity)(pages[0][1], html) for _, html in pages[:20]
    )
    assert len(many) == 20


def test_multiprocessing(pages):
    import multiprocessing

    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(pagekin.fingerprint, [html for _, html in pages[:10]]) == [
            pagekin.fingerprint(html) for _, html in pages[:10]
        ]


def test_decision_function_of_the_classifier(pages, truth):
    labelled = [(html, label) for (_, html), label in zip(pages, truth)]
    for classes in (sorted(set(truth)), sorted(set(truth))[:2]):
        chosen = [(html, label) for html, label in labelled if label in classes]
        classifier = pagekin.TemplateClassifier().fit([html for html, _ in chosen], [label for _, label in chosen])
        documents = [html for html, _ in labelled]
        names, scores = classifier.predict(documents), classifier.decision_scores(documents)
        found = classifier.decision_function(documents)
        known = np.array([name != "none" for name in names])
        if len(classes) == 2:
            assert found.shape == (len(documents),)
            assert ((found > 0) == (names == classifier.classes_[1])).all()
            assert ((found < 0) == (names == classifier.classes_[0])).all()
            assert np.abs(found)[known] == pytest.approx(scores[known])
        else:
            assert found.shape == (len(documents), len(classes))
            assert (classifier.classes_[found.argmax(axis=1)][known] == names[known]).all()
            assert found.max(axis=1)[known] == pytest.approx(scores[known])
        assert known.any() and (len(classes) > 2 or not known.all())
    assert classifier.decision_function([]).shape[0] == 0
